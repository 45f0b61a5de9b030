// Shared memory of the other CTAs of a cluster.
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 128, "init": {"kind": "zeros"}, "output": true}]}
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) right(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x + 64 * cluster.block_rank();
  cluster.sync();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[64 * blockIdx.x + threadIdx.x] = other[63 - threadIdx.x];
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongNoSyncBefore(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x + 64 * cluster.block_rank();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[64 * blockIdx.x + threadIdx.x] = other[63 - threadIdx.x];  //! fault race //! fault notResident
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongNoSyncAfter(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x + 64 * cluster.block_rank();
  cluster.sync();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[64 * blockIdx.x + threadIdx.x] = other[63 - threadIdx.x];  //! fault notResident
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongBlockBarrier(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x + 64 * cluster.block_rank();
  __syncthreads();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  out[64 * blockIdx.x + threadIdx.x] = other[63 - threadIdx.x];  //! fault race //! fault notResident
  cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) rightPush(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  cluster.sync();
  cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongPush(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  cluster.sync();
  cluster.map_shared_rank(s, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x;  //! fault notResident
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];  //! fault race, tried adding cluster.sync()
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) rightAtomics(int* out) {
  __shared__ int sum;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(&sum, 0), 1);
  cluster.sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongAtomicsTooEarly(int* out) {
  __shared__ int sum;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(cluster.map_shared_rank(&sum, 0), 1);  //! fault race //! fault notResident
  cluster.sync();
  if (threadIdx.x == 0 && blockIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongSyncInOneCta(int* out) {
  auto cluster = cg::this_cluster();
  if (blockIdx.x == 0) cluster.sync();  //! missed fault deadlock: the other CTA has exited, which PTX counts as arrived
  out[64 * blockIdx.x + threadIdx.x] = 1;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) rightTwoRounds(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    s[threadIdx.x] = threadIdx.x + i;
    cluster.sync();
    sum += other[63 - threadIdx.x];
    cluster.sync();
  }
  out[64 * blockIdx.x + threadIdx.x] = sum;
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongTwoRoundsOneSync(int* out) {
  __shared__ int s[64];
  auto cluster = cg::this_cluster();
  const int* other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1);
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    s[threadIdx.x] = threadIdx.x + i;  //! fault race
    cluster.sync();
    sum += other[63 - threadIdx.x];
  }
  cluster.sync();
  out[64 * blockIdx.x + threadIdx.x] = sum;
}
