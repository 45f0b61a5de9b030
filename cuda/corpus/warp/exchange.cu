// Shuffles between accesses of shared memory, and stores of all lanes to one word.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

extern "C" __global__ void wrongReadShuffleWrite(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) s[warp] = 1;
  __syncwarp();
  const int sum = __shfl_xor_sync(~0u, s[warp] + lane, 1);
  if (lane == 31) s[warp] = sum;  //! hazard race, advice __syncwarp
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

extern "C" __global__ void rightReadShuffleSyncWrite(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) s[warp] = 1;
  __syncwarp();
  const int sum = __shfl_xor_sync(~0u, s[warp] + lane, 1);
  __syncwarp();
  if (lane == 31) s[warp] = sum;
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

// A buffer of the warp is emptied, and filled behind a vote, as in selections of the smallest.
extern "C" __global__ void wrongStoreVoteStore(int* out) {
  __shared__ int s[64];
  const int first = threadIdx.x & ~31, lane = threadIdx.x % 32;
  s[threadIdx.x] = -1;
  const unsigned odd = __ballot_sync(~0u, lane % 2 == 1);
  if (lane % 2 == 1) s[first + __popc(odd & ((1u << lane) - 1))] = lane;  //! hazard race, advice __syncwarp
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void rightStoreVoteSyncStore(int* out) {
  __shared__ int s[64];
  const int first = threadIdx.x & ~31, lane = threadIdx.x % 32;
  s[threadIdx.x] = -1;
  const unsigned odd = __ballot_sync(~0u, lane % 2 == 1);
  __syncwarp();
  if (lane % 2 == 1) s[first + __popc(odd & ((1u << lane) - 1))] = lane;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongStoreStore(int* out) {
  __shared__ int s[64];
  const int first = threadIdx.x & ~31, lane = threadIdx.x % 32;
  s[threadIdx.x] = -1;
  if (lane % 2 == 1) s[first + lane / 2] = lane;  //! fault race, advice __syncwarp
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongReadWrite(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) s[warp] = 1;
  __syncwarp();
  const int seen = s[warp];
  if (lane == 31) s[warp] = seen + 1;  //! fault race, advice __syncwarp
  __syncwarp();
  out[threadIdx.x] = s[warp] + seen;
}

extern "C" __global__ void wrongHalfShuffles(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) s[warp] = 1;
  __syncwarp();
  int seen = s[warp];
  if (lane >= 16) seen = __shfl_xor_sync(0xffff0000, seen, 1);
  if (lane == 31) s[warp] = seen + 1;  //! fault race, advice __syncwarp
  __syncwarp();
  out[threadIdx.x] = s[warp] + seen;
}

extern "C" __global__ void wrongLastBit(int* out) {
  __shared__ float s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp] = __int_as_float(0x3f800001 + lane % 2);  //! fault race
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

extern "C" __global__ void wrongLastDigit(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp] = 100 + lane % 2;  //! fault race, advice one lane
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

extern "C" __global__ void wrongTwoBits(int* out) {
  __shared__ float s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp] = __int_as_float(0x3f800001 + lane % 3);  //! fault race
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

extern "C" __global__ void rightSameOfAll(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32;
  s[warp] = __reduce_add_sync(~0u, threadIdx.x);
  __syncwarp();
  out[threadIdx.x] = s[warp];
}

extern "C" __global__ void rightTileReduce(int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  out[threadIdx.x] = cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>());
}

extern "C" __global__ void rightTileScan(int* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = cg::inclusive_scan(tile, static_cast<int>(threadIdx.x));
}

extern "C" __global__ void rightTileShared(int* out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 15];
}

extern "C" __global__ void wrongTileShared(int* out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = threadIdx.x;
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 31];  //! fault race
}

extern "C" __global__ void rightBlockSync(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  cg::this_thread_block().sync();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void rightCoalesced(int* out) {
  if (threadIdx.x % 3 == 1) {
    auto group = cg::coalesced_threads();
    out[threadIdx.x] = group.shfl(static_cast<int>(threadIdx.x), 0) + group.size();
  }
}

// Both ways end in a shuffle of one kind with one mask: all lanes meet, though not at one line.
extern "C" __global__ void rightBothWays(int* out) {
  const int lane = threadIdx.x % 32;
  const int own = 7 * lane % 32;
  int sum;
  if (own < 10) sum = lane + 3 * __shfl_xor_sync(~0u, own, 16);
  else sum = __shfl_xor_sync(~0u, 2 * own, 16) - lane;
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongBothWaysDiffer(int* out) {
  const int lane = threadIdx.x % 32;
  const int own = 7 * lane % 32;
  int sum;
  if (own < 10) sum = lane + 3 * __shfl_xor_sync(~0u, own, 16);
  else sum = __shfl_up_sync(~0u, 2 * own, 16) - lane;  //! fault barrier
  out[threadIdx.x] = sum;
}
