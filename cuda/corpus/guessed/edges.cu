// Halves that a loop turns round, tiles with a border, ends that are asked for alone, the neighbour before the first thread's.
//! launch guessed

#include <cooperative_groups.h>

template <bool Waits>
__device__ void scan(float* out, const float* in, int n) {
  extern __shared__ float sums[];
  const int t = threadIdx.x;
  int to = 0, from = 1;
  sums[t] = t > 0 ? in[t - 1] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    to = 1 - to;
    from = 1 - from;
    sums[to * n + t] = t >= offset ? sums[from * n + t] + sums[from * n + t - offset] : sums[from * n + t];
    if (Waits) __syncthreads();
  }
  out[t] = sums[to * n + t];
}

extern "C" __global__ void rightScan(float* out, const float* in, int n) {
  scan<true>(out, in, n);
}

extern "C" __global__ void wrongScan(float* out, const float* in, int n) {
  scan<false>(out, in, n);  //! fault race
}

constexpr int side = 32;

// The threads of the border load alone.
template <bool Waits>
__device__ void blur(float* out, const float* in, int height, int width) {
  __shared__ float tile[side * side];
  const int tx = threadIdx.x, ty = threadIdx.y, at = ty * side + tx;
  const int y = (side - 2) * blockIdx.y + ty - 1, x = (side - 2) * blockIdx.x + tx - 1;
  tile[at] = y >= 0 && y < height && x >= 0 && x < width ? in[y * width + x] : 0;
  if (Waits) __syncthreads();
  if (ty >= 1 && ty < side - 1 && tx >= 1 && tx < side - 1 && y < height && x < width)
    out[y * width + x] = tile[at - side] + tile[at + side] + tile[at - 1] + tile[at + 1];
}

extern "C" __global__ void rightBlur(float* out, const float* in, int height, int width) {
  blur<true>(out, in, height, width);
}

extern "C" __global__ void wrongBlur(float* out, const float* in, int height, int width) {
  blur<false>(out, in, height, width);  //! fault race
}

// Threads fill the grid, and those of its edges have nothing to do.
extern "C" __global__ void rightInside(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || x == width - 1 || y == 0 || y == height - 1) return;
  out[y * width + x] = in[(y - 1) * width + x] + in[(y + 1) * width + x];
}

extern "C" __global__ void wrongInside(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || x == width - 1 || y == 0 || y == height - 1) return;
  out[y * width] = in[(y - 1) * width + x] + in[(y + 1) * width + x];  //! fault race
}

// Of 64 bits, as cooperative groups count the threads of a grid.
extern "C" __global__ void rightLengths(int* out, const int* ends, int n) {
  const unsigned i = cooperative_groups::this_grid().thread_rank();
  if (i < n) out[i] = ends[i] - (i == 0 ? 0 : ends[i - 1]);
}

extern "C" __global__ void wrongLengths(int* out, const int* ends, int n) {
  const unsigned i = cooperative_groups::this_grid().thread_rank();
  if (i < n) out[i] = ends[i] - ends[i - 1];  //! fault outOfBounds
}

// A word for each CTA of a plane.
template <bool Waits>
__device__ void sumOfCta(float* out, const float* in, int height, int width) {
  __shared__ float sums[side];
  const int x = blockIdx.x * side + threadIdx.x;
  float sum = 0;
  for (int y = blockIdx.y * side; x < width && y < height; y += gridDim.y * side) sum += in[y * width + x];
  sums[threadIdx.x] = sum;
  if (Waits) __syncwarp();
  if (threadIdx.x > 0) return;
  for (int t = 1; t < side; t++) sum += sums[t];
  out[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

extern "C" __global__ void rightPlane(float* out, const float* in, int height, int width) {
  sumOfCta<true>(out, in, height, width);
}

extern "C" __global__ void wrongPlane(float* out, const float* in, int height, int width) {
  sumOfCta<false>(out, in, height, width);  //! fault race
}
