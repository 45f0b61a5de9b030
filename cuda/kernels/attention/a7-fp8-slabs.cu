// `a7-fp8` for heads of 64 and 256, whose rows are narrower or wider than 128 bytes: of K and V at 64, of values that are turned round at
// 256, where a tile has 64 keys.
#include "byte-slabs.cuh"
#include "narrow-softmax.cuh"

constexpr int THREADS = (WARPGROUPS + 1) * WARPGROUP_THREADS;
// Turning values round takes some registers. Three warpgroups that multiply leave a producer no more than 32.
constexpr int PRODUCER_REGISTERS = WARPGROUPS == 3 ? 32 : 40, CONSUMER_REGISTERS = WARPGROUPS == 3 ? 160 : 232;

struct Shared {
  ByteSlabs<QUERIES, HEAD_DIM> q;
  ByteRing<KEYS, HEAD_DIM> k, v;
  ByteRing<HEAD_DIM, KEYS> turned;
  uint64_t fullQ;
};

// A warpgroup. Its first thread is one tile of values ahead with what it asks for.
__device__ void produce(Shared &shared, const CUtensorMap &qMap, const CUtensorMap &kMap, const CUtensorMap &vMap, int tiles,
                        int kvHead) {
  RingPlace asked, came, turned, left;
  const bool asks = threadIdx.x % WARPGROUP_THREADS == 0;
  // Keys and values take the same stages.
  auto ask = [&](int tile) {
    if (!asks || tile < 0) return;
    loadSlabs(shared.k.waitUntilEmpty(asked), kMap, &shared.k.full[asked.stage], tile * KEYS, kvHead);
    loadSlabs(shared.v.waitUntilEmpty(asked), vMap, &shared.v.full[asked.stage], tile * KEYS, kvHead);
    asked.next();
  };
  if (asks) loadSlabs(shared.q, qMap, &shared.fullQ, blockIdx.x * QUERIES, blockIdx.y);
  ask(tiles - 1);
#pragma unroll 1
  for (int tile = tiles - 1; tile >= 0; tile--) {
    ask(tile - 1);
    __syncwarp();
    ByteSlabs<KEYS, HEAD_DIM> &v = shared.v.wait(came);
    turn(shared.turned.waitUntilEmpty(turned), v);
#ifndef NO_TURN_FENCE
    fenceAsyncProxy();
#endif
    __syncwarp();
    tell(shared.turned.full, turned);
    tell(shared.v.empty, left);
    came.next();
  }
}

// A warpgroup, as version 4's.
__device__ void consume(Shared &shared, const Problem &problem, int tiles, int warpgroup, int query,
                        float (&output)[HEAD_DIM / 8][4], NarrowSoftmax &softmax) {
  RingPlace keys, values;
  float scores[KEYS / 8][4];
  ByteWeights weights;
  waitFor(&shared.fullQ, 0);
  multiplyKeys(scores, shared.q, warpgroup * 64, shared.k.wait(keys));
  waitForProducts<0>();
  keepBehind(scores);
  tell(shared.k.empty, keys);
  hideKeys(scores, problem, query, (tiles - 1) * KEYS);
  softmax.update(scores);
  packWeights(weights, scores);

#pragma unroll 1
  for (int step = 1; step < tiles; step++) {
    multiplyKeys(scores, shared.q, warpgroup * 64, shared.k.wait(keys));
    multiplyValues(output, weights, shared.turned.wait(values), step > 1);
    waitForProducts<1>();
    keepBehind(scores);
    tell(shared.k.empty, keys);
    softmax.update(scores);
    waitForProducts<0>();
    keepBehind(output);
    tell(shared.turned.empty, values);
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
