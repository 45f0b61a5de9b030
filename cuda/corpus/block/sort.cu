// Sorting networks and partitions in shared memory.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "random", "seed": 3}}]}

__device__ void order(int* s, int i, int j, bool up) {
  const int a = s[i], b = s[j];
  if ((a > b) == up) {
    s[i] = b;
    s[j] = a;
  }
}

extern "C" __global__ void rightBitonic(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int size = 2; size <= 64; size *= 2)
    for (int d = size / 2; d > 0; d /= 2) {
      __syncthreads();
      if ((t & d) == 0) order(s, t, t | d, (t & size) == 0);
    }
  __syncthreads();
  out[t] = s[t];
}

extern "C" __global__ void wrongBitonicNoBarrier(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int size = 2; size <= 64; size *= 2) {
#pragma unroll 1
    for (int d = size / 2; d > 0; d /= 2)
      if ((t & d) == 0) order(s, t, t | d, (t & size) == 0);  //! fault race, advice __syncthreads
    __syncthreads();
  }
  out[t] = s[t];
}

extern "C" __global__ void wrongBitonicBothSides(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  order(s, t, t ^ 1, true);  //! fault race
  __syncthreads();
  out[t] = s[t];
}

extern "C" __global__ void rightOddEven(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < 64; i++) {
    __syncthreads();
    if (t % 2 == i % 2 && t < 63) order(s, t, t + 1, true);
  }
  __syncthreads();
  out[t] = s[t];
}

extern "C" __global__ void wrongOddEvenEdge(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  for (int i = 0; i < 2; i++) {
    __syncthreads();
    if (t % 2 == i % 2) order(s, t, t + 1, true);  //! fault outOfBounds
  }
  __syncthreads();
  out[t] = s[t];
}

extern "C" __global__ void rightRank(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int rank = 0;
  for (int i = 0; i < 64; i++) rank += s[i] < s[t] || (s[i] == s[t] && i < t);
  out[rank] = s[t];
}

extern "C" __global__ void wrongRankOfEquals(int* out, const int* in) {
  const int t = threadIdx.x;
  out[(in[t] & 7) + 8] = t;  //! fault race
}
