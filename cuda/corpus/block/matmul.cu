// Tiled products of matrices, 16 x 16 tiles.
//! launch {"block": [16, 16, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "a"}, {"kind": "pointer", "buffer": "b"}], "buffers": [{"name": "out", "type": "f32", "length": 256, "init": {"kind": "zeros"}, "output": true}, {"name": "a", "type": "f32", "length": 512, "init": {"kind": "iota", "start": 0}}, {"name": "b", "type": "f32", "length": 512, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void right(float* out, const float* a, const float* b) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 32; k += 16) {
    ta[y][x] = a[32 * y + k + x];
    tb[y][x] = b[16 * (k + y) + x];
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  out[16 * y + x] = sum;
}

extern "C" __global__ void wrongNoSecondBarrier(float* out, const float* a, const float* b) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; k += 16) {
    ta[y][x] = a[32 * y + k + x];  //! fault race
    tb[y][x] = b[16 * (k + y) + x];  //! fault race
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += ta[y][i] * tb[i][x];
  }
  out[16 * y + x] = sum;
}

extern "C" __global__ void wrongNoFirstBarrier(float* out, const float* a, const float* b) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 32; k += 16) {
    ta[y][x] = a[32 * y + k + x];
    tb[y][x] = b[16 * (k + y) + x];
    for (int i = 0; i < 16; i++) sum += ta[y][i] * tb[i][x];  //! fault race
    __syncthreads();
  }
  out[16 * y + x] = sum;
}

extern "C" __global__ void rightTwoBuffers(float* out, const float* a, const float* b) {
  __shared__ float ta[2][16][16], tb[2][16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 32; k += 16) {
    const int s = k / 16 % 2;
    ta[s][y][x] = a[32 * y + k + x];
    tb[s][y][x] = b[16 * (k + y) + x];
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += ta[s][y][i] * tb[s][i][x];
  }
  out[16 * y + x] = sum;
}

extern "C" __global__ void wrongTileTooFar(float* out, const float* a, const float* b) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k <= 32; k += 16) {
    ta[y][x] = a[32 * y + k + x];  //! fault outOfBounds
    tb[y][x] = b[16 * (k + y) + x];  //! fault outOfBounds
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  out[16 * y + x] = sum;
}

extern "C" __global__ void wrongRowsOfOther(float* out, const float* a, const float* b) {
  __shared__ float ta[16][16], tb[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  ta[y][x] = a[32 * y + x];
  if (x < 8) tb[y][x] = b[16 * y + x];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; i++) sum += ta[y][i] * tb[i][x];  //! fault uninitialisedRead
  out[16 * y + x] = sum;
}
