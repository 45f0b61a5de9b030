// Cooperative groups smaller and larger than a warp: tiles, coalesced threads, labels, and what their sync orders.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "iota", "start": 1}}]}
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

extern "C" __global__ void rightTileOfEight(int* out, const int* in) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int base = threadIdx.x - tile.thread_rank();
  s[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[base + 7 - tile.thread_rank()];
}

extern "C" __global__ void wrongTileOfEightReachesFurther(int* out, const int* in) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 15];  //! fault race
}

extern "C" __global__ void wrongTileOfWarpsReachesFurther(int* out, const int* in) {
  __shared__ int s[64];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  s[threadIdx.x] = in[threadIdx.x];
  warp.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 32];  //! fault race, advice __syncthreads
}

extern "C" __global__ void rightBlockGroup(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  cg::this_thread_block().sync();
  out[threadIdx.x] = s[threadIdx.x ^ 32];
}

extern "C" __global__ void rightReduceOfTile(int* out, const int* in) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0) out[threadIdx.x / 16] = sum;
}

extern "C" __global__ void wrongReduceWrittenByAll(int* out, const int* in) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int sum = cg::reduce(tile, in[threadIdx.x], cg::plus<int>());
  out[threadIdx.x / 32] = sum;  //! fault race
}

extern "C" __global__ void rightCoalescedSync(int* out, const int* in) {
  __shared__ int s[64];
  if (threadIdx.x % 3 != 0) return;
  auto active = cg::coalesced_threads();
  s[32 * (threadIdx.x / 32) + active.thread_rank()] = in[threadIdx.x];
  active.sync();
  out[threadIdx.x] = s[32 * (threadIdx.x / 32) + active.size() - 1 - active.thread_rank()];
}

extern "C" __global__ void wrongCoalescedNoSync(int* out, const int* in) {
  __shared__ int s[64];
  if (threadIdx.x % 3 != 0) return;
  auto active = cg::coalesced_threads();
  s[32 * (threadIdx.x / 32) + active.thread_rank()] = in[threadIdx.x];
  out[threadIdx.x] = s[32 * (threadIdx.x / 32) + active.size() - 1 - active.thread_rank()];  //! fault race, advice __syncwarp
}

extern "C" __global__ void rightLabels(int* out, const int* in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::labeled_partition(warp, in[threadIdx.x] % 4);
  const int sum = cg::reduce(group, in[threadIdx.x], cg::plus<int>());
  if (group.thread_rank() == 0) atomicAdd(out + in[threadIdx.x] % 4, sum);
}

extern "C" __global__ void wrongLabelsPlainSum(int* out, const int* in) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto group = cg::labeled_partition(warp, in[threadIdx.x] % 4);
  const int sum = cg::reduce(group, in[threadIdx.x], cg::plus<int>());
  if (group.thread_rank() == 0) out[in[threadIdx.x] % 4] += sum;  //! fault race
}

extern "C" __global__ void rightGroupCopy(int* out, const int* in) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof s);
  cg::wait(block);
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void wrongGroupCopySyncOnly(int* out, const int* in) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in, sizeof s);
  block.sync();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault missingWait
}

extern "C" __global__ void wrongGroupCopyOfTheWarp(int* out, const int* in) {
  __shared__ int s[64];
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  cg::memcpy_async(warp, s + 32 * (threadIdx.x / 32), in + 32 * (threadIdx.x / 32), 128);
  cg::wait(warp);
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race, advice __syncthreads
}
