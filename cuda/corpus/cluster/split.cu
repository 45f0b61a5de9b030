// Clusters with a split barrier, and words of another CTA's shared memory as flags.
//! launch {"grid": [2, 1, 1], "cluster": [2, 1, 1], "block": [32, 1, 1]}
#include <cooperative_groups.h>

#include <cuda/atomic>

namespace cg = cooperative_groups;

extern "C" __global__ void rightSplit(int* out) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = 100 * cluster.block_rank() + threadIdx.x;
  auto token = cluster.barrier_arrive();
  const int own = s[threadIdx.x];
  cluster.barrier_wait(std::move(token));
  out[32 * cluster.block_rank() + threadIdx.x] = own + cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];
  cluster.sync();
}

extern "C" __global__ void wrongReadBetween(int* out) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = 100 * cluster.block_rank() + threadIdx.x;
  cluster.barrier_arrive();
  const int far = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];  //! fault race //! fault notResident
  cluster.barrier_wait();
  out[32 * cluster.block_rank() + threadIdx.x] = far;
  cluster.sync();
}

extern "C" __global__ void wrongWriteBehindArrival(int* out) {
  __shared__ int s[32];
  auto cluster = cg::this_cluster();
  cluster.barrier_arrive();
  s[threadIdx.x] = 100 * cluster.block_rank() + threadIdx.x;
  cluster.barrier_wait();
  const int far = cluster.map_shared_rank(s, 1 - cluster.block_rank())[threadIdx.x];  //! fault race
  out[32 * cluster.block_rank() + threadIdx.x] = far;
  cluster.sync();
}

template <cuda::thread_scope S>
__device__ void handOver(int* out) {
  __shared__ int data, flag;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) flag = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    *cluster.map_shared_rank(&data, 1) = 42;
    cuda::atomic_ref<int, S>(*cluster.map_shared_rank(&flag, 1)).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 0) {
    while (cuda::atomic_ref<int, S>(flag).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;
  }
  cluster.sync();
}

extern "C" __global__ void rightFlagInTheOther(int* out) { handOver<cuda::thread_scope_device>(out); }

extern "C" __global__ void wrongFlagOfTheBlock(int* out) {
  handOver<cuda::thread_scope_block>(out);  //! fault race
}
