// Version 5: where C has fewer tiles than the GPU has SMs. The CTAs of a cluster take one tile and a part of K each; then each adds
// up a part of the columns, whose sums it reads from the others' shared memory.
#include "cluster.cuh"
#include "output.cuh"
#include "single-tile.cuh"

#ifndef SPLITS
#define SPLITS 2
#endif

constexpr int COLUMNS = TILE_N / 8;        // of 8 x 8 blocks
constexpr int OWN_COLUMNS = COLUMNS / SPLITS;  // that a CTA adds up
constexpr int MULTIPLIERS = CONSUMER_WARPS * 32;

// Sums of a part of K: those of a thread in each column of blocks, as its registers have them.
using PartialSums = float4[COLUMNS][MULTIPLIERS];
static_assert(sizeof(PartialSums) <= sizeof(Ring::stages) && BLOCKS == 1 && COLUMNS % SPLITS == 0);

// Until all threads of the cluster are here, and what they wrote before is seen by all.
__device__ void meetCluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// From the same place in the shared memory of the CTA of that rank.
__device__ float4 loadFrom(uint32_t rank, const float4 &place) {
  float4 sums;
  asm volatile(
      "{\n"
      ".reg .b32 remote;\n"
      "mapa.shared::cluster.u32 remote, %4, %5;\n"
      "ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [remote];\n"
      "}"
      : "=f"(sums.x), "=f"(sums.y), "=f"(sums.z), "=f"(sums.w)
      : "r"(sharedAddress(&place)), "r"(rank)
      : "memory");
  return sums;
}

// In the same order on every run: floats depend on it.
__device__ void addUp(float (&total)[4], const float4 &place) {
#pragma unroll
  for (int rank = 0; rank < SPLITS; rank++) {
    const float4 sums = loadFrom(rank, place);
    total[0] += sums.x;
    total[1] += sums.y;
    total[2] += sums.z;
    total[3] += sums.w;
  }
}

extern "C" __global__ void __cluster_dims__(SPLITS, 1, 1) __launch_bounds__(THREADS)
gemm(Element *c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  extern __shared__ Ring dynamic[];
  Ring &ring = *dynamic;
  const Tile tile = tileAt(blockIdx.x / SPLITS, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const int rank = rankInCluster(), all = ceilDiv(k, TILE_K), first = all * rank / SPLITS;
  const Steps steps{first, all * (rank + 1) / SPLITS - first};
  const int warp = warpOfCta();

  if (warp == CONSUMER_WARPS) {
    copySteps(ring, a, b, tile, steps);
    __syncwarp();
    meetCluster();
    meetCluster();
    return;
  }

  __syncthreads();
  WarpgroupTile sums(warp / 4);
  if (steps.count > 0)
    consume(ring, sums, steps.count);
  else
    sums.clear();
  meetConsumers();
#ifdef EARLY_SUM
  meetCluster();
#endif
  PartialSums &partial = reinterpret_cast<PartialSums &>(ring.stages);
  const int thread = threadIdx.x, row = tile.row * TILE_M + sums.row + warp % 4 * 16;
  const bool isNeeded = hasRows(warp) && row < m;
  if (isNeeded)
#pragma unroll
    for (int j = 0; j < COLUMNS; j++) partial[j][thread] = reinterpret_cast<const float4 &>(sums.sums[0][j]);
#ifndef EARLY_SUM
  meetCluster();
#endif
  if (isNeeded)
#pragma unroll
    for (int i = 0; i < OWN_COLUMNS; i++) {
      const int j = rank * OWN_COLUMNS + i;
      float total[4] = {};
      addUp(total, partial[j][thread]);
      storeBlocks(c, {m, n, k}, row, tile.column * TILE_N + j * 8, total);
    }
  // The others may still read here.
  meetCluster();
}
