// What the versions with a producer share up to the persistent one: a CTA has one tile of queries. A
// warpgroup more than multiply: the first warp of the last one asks for the copies, and leaves its registers to the others.
#pragma once
#include "output.cuh"
#include "tiles.cuh"

constexpr int THREADS = (WARPGROUPS + 1) * WARPGROUP_THREADS;

struct Shared {
  Tile<QUERIES> q;
  Ring k, v;
  uint64_t fullQ;
};

// One thread. Keys and values go by rings of their own: a tile's keys are read one product before its values.
inline __device__ void produce(Shared &shared, const CUtensorMap &qMap, const CUtensorMap &kMap, const CUtensorMap &vMap,
                               int tiles, int kvHead) {
  RingPlace keys, values;
  loadTile(shared.q, qMap, &shared.fullQ, blockIdx.x * QUERIES, blockIdx.y);
#pragma unroll 1
  for (int tile = tiles - 1; tile >= 0; tile--) {
    shared.k.load(keys, kMap, tile * KEYS, kvHead);
    shared.v.load(values, vMap, tile * KEYS, kvHead);
  }
}

// A warpgroup: through all tiles of keys, from the last one, which may be ragged, to the first.
__device__ void consume(Shared &shared, const Problem &problem, int tiles, int warpgroup, int query,
                        float (&output)[HEAD_DIM / 8][4], Softmax &softmax);

extern "C" __global__ void __launch_bounds__(THREADS, 1)
attention(Element *o, float *lse, const __grid_constant__ CUtensorMap qMap, const __grid_constant__ CUtensorMap kMap,
          const __grid_constant__ CUtensorMap vMap, int queries, int keys, int group, float scaleLog2) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Problem problem{queries, keys, group, scaleLog2, false};
  const int tiles = ceilDiv(keys, KEYS);
  if (threadIdx.x == 0) {
    initBarrier(&shared.fullQ, 1);
    shared.k.init();
    shared.v.init();
    fenceBarrierInit();
  }
  __syncthreads();

  // The same for all lanes, which the compiler cannot see otherwise.
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / WARPGROUP_THREADS, 0);
  if (warpgroup == WARPGROUPS) {
    keepRegisters<FEW_REGISTERS>();
    if (threadIdx.x == WARPGROUPS * WARPGROUP_THREADS)
      produce(shared, qMap, kMap, vMap, tiles, problem.kvHead(blockIdx.y));
  } else {
    takeRegisters<MANY_REGISTERS>();
    const int query = blockIdx.x * QUERIES + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    Softmax softmax(scaleLog2);
    float output[HEAD_DIM / 8][4];
    consume(shared, problem, tiles, warpgroup, query, output, softmax);
    softmax.finish();
    storeOutput(o, lse, problem, blockIdx.y, query, output, softmax);
  }
}
