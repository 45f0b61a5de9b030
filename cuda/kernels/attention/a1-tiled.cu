// Version 1, as FlashAttention-2: tiles of keys and values come by cp.async, and no row of scores is ever stored. A warp has 16
// queries. Values come under the product with the keys, the next keys under the product with the values.
#include "async-copy.cuh"
#include "output.cuh"
#include "warp-products.cuh"

constexpr int QUERIES = 128, KEYS = 64;
constexpr int THREADS = QUERIES / WARP_QUERIES * 32;

struct alignas(1024) Shared {
  Element q[QUERIES * HEAD_DIM], k[KEYS * HEAD_DIM], v[KEYS * HEAD_DIM];
};

// A chunk a thread, row by row. What lies beyond `rows` is zeros.
template <int ROWS>
__device__ void copyRows(Element *to, const Element *from, int firstRow, int rows) {
  constexpr int CHUNKS = HEAD_DIM / CHUNK, STEP = THREADS / CHUNKS;
  const int chunk = threadIdx.x % CHUNKS;
#pragma unroll
  for (int row = threadIdx.x / CHUNKS; row < ROWS; row += STEP) {
    const bool inside = firstRow + row < rows;
    const Element *at = from + static_cast<int64_t>(firstRow + row) * HEAD_DIM + chunk * CHUNK;
    copyChunk(to + placeOf<ROWS>(row, chunk), inside ? at : from, inside);
  }
}

extern "C" __global__ void __launch_bounds__(THREADS)
attention(Element *o, float *lse, const Element *q, const Element *k, const Element *v, int queries, int keys, int group,
          float scaleLog2, int causal) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Problem problem{queries, keys, group, scaleLog2, causal != 0};
  const int head = blockIdx.y, firstQuery = blockIdx.x * QUERIES;
  const int warpQuery = threadIdx.x / 32 * WARP_QUERIES, query = firstQuery + warpQuery + threadIdx.x % 32 / 4;
  q += static_cast<int64_t>(head) * queries * HEAD_DIM;
  k += static_cast<int64_t>(problem.kvHead(head)) * keys * HEAD_DIM;
  v += static_cast<int64_t>(problem.kvHead(head)) * keys * HEAD_DIM;

  const int tiles = ceilDiv(problem.keysOf(min(firstQuery + QUERIES, queries) - 1), KEYS);
  // From the last tile to the first: those with keys to hide come first, and later ones need no look at it.
  const int allSee = problem.keysOf(firstQuery) / KEYS;
  if (tiles > 0) {
    copyRows<QUERIES>(shared.q, q, firstQuery, queries);
    copyRows<KEYS>(shared.k, k, (tiles - 1) * KEYS, keys);
  }
  commitCopies();

  Softmax softmax(scaleLog2);
  float output[HEAD_DIM / 8][4] = {};
#pragma unroll 1
  for (int tile = tiles - 1; tile >= 0; tile--) {
    // All threads' copies of the keys have come, and nobody reads the values of the tile before any more.
    waitForCopies<0>();
    __syncthreads();
    copyRows<KEYS>(shared.v, v, tile * KEYS, keys);
    commitCopies();
    float scores[KEYS / 8][4];
    multiplyKeys<QUERIES, KEYS>(scores, shared.q, shared.k, warpQuery);
    waitForCopies<0>();
    __syncthreads();
    if (tile > 0) copyRows<KEYS>(shared.k, k, (tile - 1) * KEYS, keys);
    commitCopies();
    if (tile >= allSee) hideKeys(scores, problem, query, tile * KEYS);
    softmax.update(scores);
    softmax.rescaleSums(output);
    addValues<KEYS>(output, scores, shared.v);
  }
  softmax.finish();
  storeOutput(o, lse, problem, head, query, output, softmax);
}
