// Version 6: as many CTAs as run at a time, each through one tile of queries after the other. The next queries, keys and values come
// while the last ones are still worked on, and a tile's output leaves under the next tile's first product.
#define PING_PONG (HEAD_DIM == 64)
#include "tile-output.cuh"
#include "tile-walk.cuh"
#include "turns.cuh"

#include <type_traits>

// Under the next tile's first product; of the widest heads at once, as more would not fit into the registers beside its scores.
constexpr bool LEAVES_LATER = SLABS == WARP_BOXES;
constexpr int THREADS = (WARPGROUPS + 1) * WARPGROUP_THREADS;

struct Shared {
  Tile<QUERIES> q;
  Ring k, v;
  Box boxes[CONSUMER_WARPS][WARP_BOXES];
  uint64_t fullQ, emptyQ;
};

// One thread, through all tiles. It waits until the queries of the tile before have been read; ahead of the first one there is
// nothing to wait for, as the barrier's other parity has it. With a barrier that counts threads (FlashAttention-3's
// QueryEmpty) the consumers would have to arrive once at the start.
__device__ void produce(Shared &shared, const Problem &problem, TileWalk walk, const CUtensorMap &qMap,
                        const CUtensorMap &kMap, const CUtensorMap &vMap) {
  RingPlace keys, values;
#pragma unroll 1
  for (uint32_t parity = 0; !walk.isOver(); walk.next(), parity ^= 1) {
    const int kvHead = problem.kvHead(walk.head);
    waitFor(&shared.emptyQ, parity ^ 1);
    loadTile(shared.q, qMap, &shared.fullQ, walk.firstQuery, walk.head);
#pragma unroll 1
    for (int tile = walk.keyTiles - 1; tile >= 0; tile--) {
      shared.k.load(keys, kMap, tile * KEYS, kvHead);
      shared.v.load(values, vMap, tile * KEYS, kvHead);
    }
  }
}

__device__ void consume(Shared &shared, const Problem &problem, TileWalk walk, int warpgroup, Output &finished) {
  RingPlace keys, values;
  float scores[KEYS / 8][4], output[HEAD_DIM / 8][4];
  Weights weights;
  const int warpQuery = threadIdx.x / 32 * BOX_QUERIES;
#pragma unroll 1
  for (uint32_t parity = 0; !walk.isOver(); walk.next(), parity ^= 1) {
    const int query = walk.firstQuery + warpQuery + threadIdx.x % 32 / 4;
    const int tiles = walk.keyTiles, allSee = problem.keysOf(walk.firstQuery) / KEYS;
    waitFor(&shared.fullQ, parity);
    multiplyKeys(scores, shared.q, warpgroup * 64, shared.k.wait(keys));
    if constexpr (LEAVES_LATER) finished.store();
    waitForProducts<0>();
    keepBehind(scores);
    shared.k.release(keys);
    Softmax softmax(problem.scaleLog2);
    if (tiles > allSee) hideKeys(scores, problem, query, (tiles - 1) * KEYS);
    softmax.update(scores);
    packWeights(weights, scores);

    Turns turns(warpgroup, tiles - 1);
    // What hides no keys is compiled without: a branch would stand between products under way.
    auto multiply = [&](int step, auto hides) {
      const Tile<KEYS> &k = shared.k.wait(keys);
      turns.begin();
      multiplyKeys(scores, shared.q, warpgroup * 64, k);
      multiplyValues(output, weights, shared.v.wait(values), step > 1);
      turns.end(step);
      waitForProducts<1>();
      keepBehind(scores);
      shared.k.release(keys);
      if constexpr (decltype(hides)::value) hideKeys(scores, problem, query, (tiles - 1 - step) * KEYS);
      softmax.update(scores);
      waitForProducts<0>();
      keepBehind(output);
      shared.v.release(values);
      softmax.rescaleSums(output);
      packWeights(weights, scores);
    };
    int step = 1;
#pragma unroll 1
    for (; step < tiles - allSee; step++) multiply(step, std::true_type());
#pragma unroll 1
    for (; step < tiles; step++) multiply(step, std::false_type());
    if (threadIdx.x % 32 == 0) arrive(&shared.emptyQ);
    multiplyValues(output, weights, shared.v.wait(values), tiles > 1);
    waitForProducts<0>();
    keepBehind(output);
    shared.v.release(values);
    finished.close(softmax, walk.firstQuery + warpQuery, walk.head);
    finished.take(output);
    if constexpr (!LEAVES_LATER) finished.store();
  }
  finished.store();
  if (threadIdx.x % 32 == 0) waitForReads<0>();
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
attention(const __grid_constant__ CUtensorMap oMap, float *lse, const __grid_constant__ CUtensorMap qMap,
          const __grid_constant__ CUtensorMap kMap, const __grid_constant__ CUtensorMap vMap, int queries, int keys, int group,
          float scaleLog2, int causal, int heads) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Problem problem{queries, keys, group, scaleLog2, causal != 0};
  if (threadIdx.x == 0) {
    initBarrier(&shared.fullQ, 1);
    initBarrier(&shared.emptyQ, CONSUMER_WARPS);
    shared.k.init();
    shared.v.init();
    fenceBarrierInit();
  }
  __syncthreads();

  const TileWalk walk(problem, heads);
  // The same for all lanes, which the compiler cannot see otherwise.
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / WARPGROUP_THREADS, 0);
  if (warpgroup == WARPGROUPS) {
    keepRegisters<FEW_REGISTERS>();
    if (threadIdx.x == WARPGROUPS * WARPGROUP_THREADS) produce(shared, problem, walk, qMap, kMap, vMap);
  } else {
    takeRegisters<MANY_REGISTERS>();
    Output finished(shared.boxes[threadIdx.x / 32], oMap, lse, problem);
    consume(shared, problem, walk, warpgroup, finished);
  }
}
