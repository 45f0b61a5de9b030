// Blocks as Triton compiles them: masked loads and stores, reductions over warps through shared memory, copies ahead of a loop.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 200}], "grid": [2, 1, 1], "block": [128, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 200, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 200, "init": {"kind": "iota", "start": 1}}]}
#include <cuda_pipeline.h>

__device__ int masked(const int* from, int i, int n) { return i < n ? from[i] : 0; }

extern "C" __global__ void rightMasked(int* out, const int* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int value = masked(in, i, n);
  if (i < n) out[i] = value + 1;
}

extern "C" __global__ void wrongStoreNotMasked(int* out, const int* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = masked(in, i, n) + 1;  //! fault outOfBounds
}

extern "C" __global__ void wrongMaskOfTheBlock(int* out, const int* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (threadIdx.x < n) out[i] = masked(in, i, n);  //! fault outOfBounds
}

__device__ int warpSum(int value) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_xor_sync(0xffffffff, value, lanes);
  return value;
}

extern "C" __global__ void wrongLoadNotMasked(int* out, const int* in, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int sum = warpSum(in[i]);  //! fault outOfBounds
  if (i < n) out[i] = sum;
}

/** The sum of a block in every thread, as tl.sum gives it. */
template <bool Before, bool Between>
__device__ int blockSum(int* parts, int value) {
  value = warpSum(value);
  if (Before) __syncthreads();
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  if (Between) __syncthreads();
  return parts[0] + parts[1] + parts[2] + parts[3];
}

extern "C" __global__ void rightTwoSums(int* out, const int* in, int n) {
  __shared__ int parts[4];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int value = masked(in, i, n);
  const int sum = blockSum<true, true>(parts, value);
  const int squares = blockSum<true, true>(parts, value * value - sum);
  if (i < n) out[i] = squares;
}

extern "C" __global__ void wrongTwoSumsOneArray(int* out, const int* in, int n) {
  __shared__ int parts[4];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int value = masked(in, i, n);
  const int sum = blockSum<false, true>(parts, value);  //! fault race, advice __syncthreads
  const int squares = blockSum<false, true>(parts, value * value - sum);  //! fault race
  if (i < n) out[i] = squares;
}

extern "C" __global__ void wrongSumNoBarrier(int* out, const int* in, int n) {
  __shared__ int parts[4];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int sum = blockSum<true, false>(parts, masked(in, i, n));  //! fault race, advice __syncthreads
  if (i < n) out[i] = sum;
}

extern "C" __global__ void rightTwoArrays(int* out, const int* in, int n) {
  __shared__ int first[4], second[4];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const int value = masked(in, i, n);
  const int sum = blockSum<false, true>(first, value);
  const int squares = blockSum<false, true>(second, value * value - sum);
  if (i < n) out[i] = squares;
}

/** All threads of the program store the scalar that all have. */
extern "C" __global__ void rightScalarByOne(int* out, const int* in, int n) {
  __shared__ int parts[4];
  const int sum = blockSum<false, true>(parts, masked(in, blockIdx.x * 128 + threadIdx.x, n));
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void wrongScalarByAll(int* out, const int* in, int n) {
  __shared__ int parts[4];
  const int sum = blockSum<false, true>(parts, masked(in, blockIdx.x * 128 + threadIdx.x, n));
  out[blockIdx.x] = sum;  //! hazard race
}

/** Rounds of copies, two ahead, as num_stages = 3 makes them. `Left`: groups that may be on their way when a round is read. */
template <int Left>
__device__ int pipelined(int (*stages)[128], const int* in) {
  const int t = threadIdx.x;
  for (int s = 0; s < 2; s++) {
    __pipeline_memcpy_async(&stages[s][t], in + t % 64 + 4 * s, 4);
    __pipeline_commit();
  }
  int sum = 0;
  for (int round = 0; round < 4; round++) {
    __pipeline_wait_prior(Left);
    __syncthreads();
    sum += stages[round % 3][127 - t];
    if (round + 2 < 4) __pipeline_memcpy_async(&stages[(round + 2) % 3][t], in + t % 64 + round, 4);
    __pipeline_commit();
  }
  return sum;
}

extern "C" __global__ void rightThreeStages(int* out, const int* in, int n) {
  __shared__ int stages[3][128];
  const int sum = pipelined<1>(stages, in);
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = sum;
}

extern "C" __global__ void wrongWaitsForTooFew(int* out, const int* in, int n) {
  __shared__ int stages[3][128];
  const int sum = pipelined<2>(stages, in);  //! fault missingWait //! fault race
  const int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) out[i] = sum;
}

//! launch {}
/** Shortest ways between eight places (Floyd and Warshall). In step k, row and column k are read by all, and written as they are. */
extern "C" __global__ void wrongShortestWays(int* out) {
  __shared__ int d[8][8];
  const int i = threadIdx.x / 8, j = threadIdx.x % 8;
  d[i][j] = i == j ? 0 : (5 * i + 3 * j) % 17 + 1;
  __syncthreads();
  for (int k = 0; k < 8; k++) {
    const int way = d[i][k] + d[k][j];
    d[i][j] = min(d[i][j], way);  //! hazard race
    __syncthreads();
  }
  out[threadIdx.x] = d[i][j];
}

extern "C" __global__ void rightShortestWays(int* out) {
  __shared__ int d[8][8];
  const int i = threadIdx.x / 8, j = threadIdx.x % 8;
  d[i][j] = i == j ? 0 : (5 * i + 3 * j) % 17 + 1;
  __syncthreads();
  for (int k = 0; k < 8; k++) {
    const int way = d[i][k] + d[k][j];
    __syncthreads();
    d[i][j] = min(d[i][j], way);
    __syncthreads();
  }
  out[threadIdx.x] = d[i][j];
}

/** The same with a way from a place to itself that is longer than none: row k changes while it is read. */
extern "C" __global__ void wrongWaysFromItself(int* out) {
  __shared__ int d[8][8];
  const int i = threadIdx.x / 8, j = threadIdx.x % 8;
  d[i][j] = (5 * i + 3 * j) % 17 - 9;
  __syncthreads();
  for (int k = 0; k < 8; k++) {
    const int way = d[i][k] + d[k][j];
    d[i][j] = min(d[i][j], way);  //! fault race
    __syncthreads();
  }
  out[threadIdx.x] = d[i][j];
}

/** The first warp writes a value, the second writes it once more without a barrier and so hides nothing from the third. */
//! launch {"block": [96, 1, 1]}
extern "C" __global__ void wrongWrittenTwice(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 1;
  __syncthreads();
  if (threadIdx.x == 0) s = out[1] + 2;  //! hazard race
  if (threadIdx.x == 32) s = out[2] + 2;  //! hazard race
  if (threadIdx.x == 64) out[0] = s;  //! fault race
}
