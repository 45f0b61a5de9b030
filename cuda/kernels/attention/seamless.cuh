// What stands around the consumers of version 7: shared memory, a producer that alone knows which tiles are the CTA's, the kernel.
#pragma once
#include "cluster-ring.cuh"
#include "counted-walk.cuh"
#include "queries.cuh"
#include "tile-output.cuh"
#include "turns.cuh"

#include <type_traits>

constexpr int THREADS = (WARPGROUPS + 1) * WARPGROUP_THREADS;
constexpr int TURNS_WITHOUT_END = 1 << 30;  // the last warpgroup always passes the turn on
using KeyRing = std::conditional_t<CLUSTER == 1, Ring, ClusterRing<CLUSTER>>;

struct Shared {
  QueryTiles q;
  KeyRing k, v;
  Box boxes[CONSUMER_WARPS][WARP_BOXES];
  Queries queries;
};

// One thread. The last word says that there are no more tiles.
__device__ void produce(Shared &shared, const Problem &problem, CountedWalk walk, const CUtensorMap &qMap,
                        const CUtensorMap &kMap, const CUtensorMap &vMap) {
  RingPlace keys, values;
  int tile = 0;
#pragma unroll 1
  for (; !walk.isOver(); walk.next(), tile++) {
    shared.queries.load(shared.q, tile, qMap, {walk.head, walk.firstQuery, walk.keyTiles});
    const int kvHead = problem.kvHead(walk.head);
#pragma unroll 1
    for (int block = walk.keyTiles - 1; block >= 0; block--) {
      if (block == 0) walk.ask();
      shared.k.load(keys, kMap, block * KEYS, kvHead);
      shared.v.load(values, vMap, block * KEYS, kvHead);
    }
  }
  shared.queries.load(shared.q, tile, qMap, {});
}

// A warpgroup, through all tiles that the producer tells it.
__device__ void consume(Shared &shared, const Problem &problem, int warpgroup, Output &finished);

extern "C" __global__ void __launch_bounds__(THREADS, 1)
attention(const __grid_constant__ CUtensorMap oMap, float *lse, const __grid_constant__ CUtensorMap qMap,
          const __grid_constant__ CUtensorMap kMap, const __grid_constant__ CUtensorMap vMap, int queries, int keys, int group,
          float scaleLog2, int causal, int heads, unsigned *counter) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  // Tiles of a cluster would see unlike numbers of keys.
  const Problem problem{queries, keys, group, scaleLog2, CLUSTER == 1 && causal != 0};
  if (threadIdx.x == 0) {
    shared.queries.init();
    shared.k.init();
    shared.v.init();
    fenceBarrierInit();
  }
  waitForAll<CLUSTER>();

  // The same for all lanes, which the compiler cannot see otherwise.
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / WARPGROUP_THREADS, 0);
  if (warpgroup == WARPGROUPS) {
    keepRegisters<FEW_REGISTERS>();
    if (threadIdx.x == WARPGROUPS * WARPGROUP_THREADS)
      produce(shared, problem, CountedWalk(problem, heads, counter), qMap, kMap, vMap);
  } else {
    takeRegisters<MANY_REGISTERS>();
    Output finished(shared.boxes[threadIdx.x / 32], oMap, lse, problem);
    consume(shared, problem, warpgroup, finished);
  }
  // The others of a cluster may still say that they have read a stage.
  if constexpr (CLUSTER > 1) waitForAll<CLUSTER>();
}
