// Version 4 in 8-bit floats (e4m3), whose products take half the time; O is bf16. The warpgroup that asks for the copies also turns
// each tile of values round. The order of keys in a sum, and that of columns in registers, are nobody's business: so no lane gives another
// one anything, neither weights nor output.
#include "byte-products.cuh"
#include "narrow-softmax.cuh"

constexpr int THREADS = (WARPGROUPS + 1) * WARPGROUP_THREADS;
// Turning values round takes some registers.
constexpr int PRODUCER_REGISTERS = 40, CONSUMER_REGISTERS = 232;

struct Shared {
  ByteTile<QUERIES> q;
  ByteRing k, v, turned;
  uint64_t fullQ;
};

// A warpgroup. Its first thread is one tile of values ahead with what it asks for.
__device__ void produce(Shared &shared, const CUtensorMap &qMap, const CUtensorMap &kMap, const CUtensorMap &vMap, int tiles,
                        int kvHead) {
  RingPlace keys, values, came, turned, left;
  const bool asks = threadIdx.x % WARPGROUP_THREADS == 0;
  auto ask = [&](int tile) {
    if (!asks || tile < 0) return;
    shared.k.load(keys, kMap, tile * KEYS, kvHead);
    shared.v.load(values, vMap, tile * KEYS, kvHead);
  };
  if (asks) {
    arriveExpecting(&shared.fullQ, sizeof(shared.q));
    loadBox(&shared.q, &qMap, &shared.fullQ, 0, blockIdx.x * QUERIES, blockIdx.y);
  }
  ask(tiles - 1);
#pragma unroll 1
  for (int tile = tiles - 1; tile >= 0; tile--) {
    ask(tile - 1);
    __syncwarp();
    ByteTile<KEYS> &v = shared.v.wait(came);
    waitFor(&shared.turned.empty[turned.stage], turned.parity ^ 1);
    turn(shared.turned.tiles[turned.stage], v);
    fenceAsyncProxy();
    __syncwarp();
    ByteRing::tell(shared.turned.full, turned);
    ByteRing::tell(shared.v.empty, left);
    came.next();
  }
}

// A warpgroup, as version 4's.
__device__ void consume(Shared &shared, const Problem &problem, int tiles, int warpgroup, int query,
                        float (&output)[HEAD_DIM / 8][4], NarrowSoftmax &softmax) {
  RingPlace keys, values;
  float scores[KEYS / 8][4];
  ByteWeights weights;
  const uint8_t *q = shared.q.rows[warpgroup * 64];
  waitFor(&shared.fullQ, 0);
  multiplyKeys(scores, q, shared.k.wait(keys));
  waitForProducts<0>();
  keepBehind(scores);
  ByteRing::tell(shared.k.empty, keys);
  hideKeys(scores, problem, query, (tiles - 1) * KEYS);
  softmax.update(scores);
  packWeights(weights, scores);

#pragma unroll 1
  for (int step = 1; step < tiles; step++) {
    const ByteTile<KEYS> &k = shared.k.wait(keys);
    multiplyKeys(scores, q, k);
    multiplyValues(output, weights, shared.turned.wait(values), step > 1);
    waitForProducts<1>();
    keepBehind(scores);
    ByteRing::tell(shared.k.empty, keys);
    softmax.update(scores);
    waitForProducts<0>();
    keepBehind(output);
    ByteRing::tell(shared.turned.empty, values);
    softmax.rescaleSums(output);
    packWeights(weights, scores);
  }
  multiplyValues(output, weights, shared.turned.wait(values), tiles > 1);
  waitForProducts<0>();
  keepBehind(output);
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
attention(uint16_t *o, float *lse, const __grid_constant__ CUtensorMap qMap, const __grid_constant__ CUtensorMap kMap,
          const __grid_constant__ CUtensorMap vMap, int queries, int keys, int group, float scaleLog2) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Problem problem{queries, keys, group, scaleLog2, false};
  const int tiles = ceilDiv(keys, KEYS);
  if (threadIdx.x == 0) {
    initBarrier(&shared.fullQ, 1);
    shared.k.init(1, CONSUMER_WARPS);
    shared.v.init(1, PRODUCER_WARPS);
    shared.turned.init(PRODUCER_WARPS, CONSUMER_WARPS);
    fenceBarrierInit();
  }
  __syncthreads();

  // The same for all lanes, which the compiler cannot see otherwise.
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / WARPGROUP_THREADS, 0);
  if (warpgroup == WARPGROUPS) {
    keepRegisters<PRODUCER_REGISTERS>();
    produce(shared, qMap, kMap, vMap, tiles, problem.kvHead(blockIdx.y));
  } else {
    takeRegisters<CONSUMER_REGISTERS>();
    const int query = blockIdx.x * QUERIES + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    NarrowSoftmax softmax(scaleLog2);
    float output[HEAD_DIM / 8][4];
    consume(shared, problem, tiles, warpgroup, query, output, softmax);
    softmax.store(o, lse, problem, blockIdx.y, query, output);
  }
}
