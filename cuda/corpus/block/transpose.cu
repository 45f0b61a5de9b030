// Tiles that are written by rows and read by columns.
//! launch {"block": [16, 16, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "f32", "length": 256, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "f32", "length": 256, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void right(float* out, const float* in) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  out[16 * y + x] = tile[x][y];
}

extern "C" __global__ void wrongNoBarrier(float* out, const float* in) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  out[16 * y + x] = tile[x][y];  //! fault race, advice __syncthreads
}

extern "C" __global__ void wrongWarpBarrier(float* out, const float* in) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncwarp();
  out[16 * y + x] = tile[x][y];  //! fault race, advice __syncthreads
}

extern "C" __global__ void wrongRowTooShort(float* out, const float* in) {
  __shared__ float tile[15][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];  //! fault outOfBounds
  __syncthreads();
  out[16 * y + x] = tile[x][y];  //! fault outOfBounds
}

extern "C" __global__ void wrongHalfWritten(float* out, const float* in) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  if (y < 8) tile[y][x] = in[16 * y + x];
  __syncthreads();
  out[16 * y + x] = tile[x][y];  //! fault uninitialisedRead
}

extern "C" __global__ void rightInPlace(float* out, const float* in) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  const float value = tile[x][y];
  __syncthreads();
  tile[y][x] = value;
  __syncthreads();
  out[16 * y + x] = tile[y][15 - x];
}

extern "C" __global__ void wrongInPlace(float* out, const float* in) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  tile[y][x] = tile[x][y];  //! fault race, advice __syncthreads
  __syncthreads();
  out[16 * y + x] = tile[y][15 - x];
}

extern "C" __global__ void wrongSwapTwice(float* out, const float* in) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  const float a = tile[y][x], b = tile[x][y];
  tile[y][x] = b;  //! fault race
  tile[x][y] = a;  //! fault race
  __syncthreads();
  out[16 * y + x] = tile[y][x];
}

extern "C" __global__ void rightSwapOnce(float* out, const float* in) {
  __shared__ float tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[16 * y + x];
  __syncthreads();
  if (x < y) {
    const float a = tile[y][x], b = tile[x][y];
    tile[y][x] = b;
    tile[x][y] = a;
  }
  __syncthreads();
  out[16 * y + x] = tile[y][x];
}
