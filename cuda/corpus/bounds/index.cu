// Indices that go too far: buffers, shared arrays, local arrays, constants.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 60}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 60, "init": {"kind": "iota", "start": 1}}]}

__constant__ int table[16];

extern "C" __global__ void rightGuard(int* out, const int* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void wrongNoGuard(int* out, const int* in, int n) {
  out[threadIdx.x] = in[threadIdx.x];  //! fault outOfBounds
}

extern "C" __global__ void wrongGuardOffByOne(int* out, const int* in, int n) {
  if (threadIdx.x <= n) out[threadIdx.x] = in[threadIdx.x];  //! fault outOfBounds
}

extern "C" __global__ void wrongNegative(int* out, const int* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[static_cast<int>(threadIdx.x) - 1];  //! fault outOfBounds
}

extern "C" __global__ void rightReversed(int* out, const int* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[n - 1 - threadIdx.x];
}

extern "C" __global__ void wrongReversed(int* out, const int* in, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[n - threadIdx.x];  //! fault outOfBounds
}

extern "C" __global__ void rightGridStride(int* out, const int* in, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
}

extern "C" __global__ void wrongUnrolledStride(int* out, const int* in, int n) {
  for (int i = 4 * threadIdx.x; i < n + 4; i += 4 * blockDim.x)
    for (int j = 0; j < 4; j++) out[i + j] = in[i + j];  //! fault outOfBounds
}

extern "C" __global__ void wrongVector(int* out, const int* in, int n) {
  if (threadIdx.x < 15) {
    const int4 four = reinterpret_cast<const int4*>(in + 1)[threadIdx.x];  //! fault misaligned
    out[threadIdx.x] = four.x + four.w;
  }
}

extern "C" __global__ void rightVector(int* out, const int* in, int n) {
  if (threadIdx.x < 15) {
    const int4 four = reinterpret_cast<const int4*>(in)[threadIdx.x];
    out[threadIdx.x] = four.x + four.w;
  }
}

extern "C" __global__ void wrongVectorTail(int* out, const int* in, int n) {
  if (threadIdx.x < 16) {
    const int4 four = reinterpret_cast<const int4*>(in)[threadIdx.x];  //! fault outOfBounds
    out[threadIdx.x] = four.x + four.w;
  }
}

extern "C" __global__ void wrongConstant(int* out, const int* in, int n) {
  out[threadIdx.x] = table[threadIdx.x];  //! fault outOfBounds
}

extern "C" __global__ void rightConstant(int* out, const int* in, int n) {
  out[threadIdx.x] = table[threadIdx.x % 16];
}

extern "C" __global__ void wrongNull(int* out, const int* in, int n) {
  int* nowhere = reinterpret_cast<int*>(static_cast<size_t>(n));
  nowhere[threadIdx.x] = 1;  //! fault outOfBounds
}

extern "C" __global__ void wrongTwoDimensions(int* out, const int* in, int n) {
  __shared__ int tile[8][8];
  const int x = threadIdx.x % 16, y = threadIdx.x / 16;
  tile[y][x] = threadIdx.x;  //! fault race
  __syncthreads();
  out[threadIdx.x] = tile[y][x];
}
