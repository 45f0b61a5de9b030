// mbarriers of another CTA of the cluster: initialised there, told from here.
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 128, "init": {"kind": "zeros"}, "output": true}]}
#include <cooperative_groups.h>

#include "../../include/mbarrier.cuh"
namespace cg = cooperative_groups;

__device__ void arriveAt(uint64_t* barrier, unsigned rank) {
  asm volatile(
      "{\n.reg .b32 r;\nmapa.shared::cluster.u32 r, %0, %1;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [r];\n}" ::"r"(
          sharedAddress(barrier)),
      "r"(rank)
      : "memory");
}

__device__ void waitCluster(uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], %1;\n@!p bra AGAIN;\n}" ::"r"(
          sharedAddress(barrier)),
      "r"(parity)
      : "memory");
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) right(int* out) {
  __shared__ uint64_t told;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) initBarrier(&told, 64);
  cluster.sync();
  arriveAt(&told, cluster.block_rank() ^ 1);
  waitCluster(&told, 0);
  out[64 * blockIdx.x + threadIdx.x] = 1;
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongBlockBarrier(int* out) {
  __shared__ uint64_t told;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) initBarrier(&told, 64);
  __syncthreads();
  arriveAt(&told, cluster.block_rank() ^ 1);  //! fault race //! fault notResident //! fault mbarrier
  waitCluster(&told, 0);  //! fault deadlock
  out[64 * blockIdx.x + threadIdx.x] = 1;
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) rightRelaxedWithFence(int* out) {
  __shared__ uint64_t told;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    initBarrier(&told, 64);
    fenceBarrierInit();
  }
  __syncthreads();
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  arriveAt(&told, cluster.block_rank() ^ 1);
  waitCluster(&told, 0);
  out[64 * blockIdx.x + threadIdx.x] = 1;
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongRelaxedNoFence(int* out) {
  __shared__ uint64_t told;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) initBarrier(&told, 64);
  __syncthreads();
  asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
  arriveAt(&told, cluster.block_rank() ^ 1);  //! fault race, advice fence.mbarrier_init
  waitCluster(&told, 0);
  out[64 * blockIdx.x + threadIdx.x] = 1;
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongTooFewArrivals(int* out) {
  __shared__ uint64_t told;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) initBarrier(&told, 64);
  cluster.sync();
  if (threadIdx.x < 60) arriveAt(&told, cluster.block_rank() ^ 1);
  waitCluster(&told, 0);  //! fault deadlock
  out[64 * blockIdx.x + threadIdx.x] = 1;
  cluster.sync();
}
