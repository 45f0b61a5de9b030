// Scan in registers: each warp by shuffles, then one warp over the sums of all. Shared memory holds one word per warp.
#include "scan.cuh"

constexpr int WARPS = SECTION / 32;
constexpr unsigned ALL_LANES = 0xffffffff;

// Inclusive sums of a warp's lanes, by doubling as over a whole section.
__device__ Sum warp_scan(Sum sum, unsigned lane) {
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const Sum before = __shfl_up_sync(ALL_LANES, sum, distance);
    if (lane >= distance) sum += before;
  }
  return sum;
}

extern "C" __global__ void scan(Sum* __restrict__ out, const Sum* __restrict__ in, unsigned length, int inclusive) {
  // The sum of each warp, then of all warps up to it.
  __shared__ Sum sums[WARPS];
  const unsigned lane = threadIdx.x % 32;
  const unsigned warp = threadIdx.x / 32;

  // Beyond the end of the input a thread brings 0.
  const unsigned i = blockIdx.x * SECTION + threadIdx.x;
  Sum sum = warp_scan(i < length ? in[i] : 0, lane);
  if (lane == 31) sums[warp] = sum;
  __syncthreads();

  if (warp == 0) {
    const Sum total = warp_scan(lane < WARPS ? sums[lane] : 0, lane);
    if (lane < WARPS) sums[lane] = total;
  }
  __syncthreads();

  // Exclusive: what the lane before has.
  if (!inclusive) {
    sum = __shfl_up_sync(ALL_LANES, sum, 1);
    if (lane == 0) sum = 0;
  }
  if (warp > 0) sum += sums[warp - 1];
  if (i < length) out[i] = sum;
}
