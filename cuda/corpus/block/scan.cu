// Prefix sums of a block: Hillis and Steele with one or two buffers, Blelloch, and one by warps.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void rightTwoBarriers(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    const int left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  out[t] = s[t];
}

extern "C" __global__ void wrongOneBarrier(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    if (t >= d) s[t] += s[t - d];  //! fault race, advice __syncthreads
    __syncthreads();
  }
  out[t] = s[t];
}

extern "C" __global__ void rightTwoBuffers(int* out, const int* in) {
  __shared__ int s[2][64];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];
}

extern "C" __global__ void wrongTwoBuffersNoBarrier(int* out, const int* in) {
  __shared__ int s[2][64];
  const int t = threadIdx.x;
  int from = 0;
  s[0][t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (int d = 1; d < 64; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);  //! fault race
    from = 1 - from;
  }
  out[t] = s[from][t];
}

extern "C" __global__ void rightBlelloch(int* out, const int* in) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int d = 1;
  for (int n = 64; n > 0; n /= 2, d *= 2) {
    __syncthreads();
    if (t < n) s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
  }
  if (t == 0) s[127] = 0;
  for (int n = 1; n < 128; n *= 2) {
    d /= 2;
    __syncthreads();
    if (t < n) {
      const int left = s[d * (2 * t + 1) - 1];
      s[d * (2 * t + 1) - 1] = s[d * (2 * t + 2) - 1];
      s[d * (2 * t + 2) - 1] += left;
    }
  }
  __syncthreads();
  out[t] = s[2 * t];
}

extern "C" __global__ void wrongBlellochEnd(int* out, const int* in) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  s[2 * t] = in[2 * t];
  s[2 * t + 1] = in[2 * t + 1];
  int d = 1;
  for (int n = 64; n > 0; n /= 2, d *= 2) {
    __syncthreads();
    if (t < n) s[d * (2 * t + 2) - 1] += s[d * (2 * t + 1) - 1];
  }
  if (t == 0) s[127] = 0;
  for (int n = 1; n < 128; n *= 2) {
    d /= 2;
    __syncthreads();
    if (t < n) {
      const int left = s[d * (2 * t + 1) - 1];
      s[d * (2 * t + 1) - 1] = s[d * (2 * t + 2) - 1];
      s[d * (2 * t + 2) - 1] += left;
    }
  }
  out[t] = s[127 - 2 * t];  //! fault race, advice __syncthreads
}

__device__ int warpScan(int value) {
  const int lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(~0u, value, d);
    if (lane >= d) value += left;
  }
  return value;
}

extern "C" __global__ void rightByWarps(int* out, const int* in) {
  __shared__ int totals[2];
  const int t = threadIdx.x;
  int value = warpScan(in[t]);
  if (t % 32 == 31) totals[t / 32] = value;
  __syncthreads();
  if (t >= 32) value += totals[0];
  out[t] = value;
}

extern "C" __global__ void wrongByWarps(int* out, const int* in) {
  __shared__ int totals[2];
  const int t = threadIdx.x;
  int value = warpScan(in[t]);
  if (t % 32 == 31) totals[t / 32] = value;
  if (t >= 32) value += totals[0];  //! fault race, advice __syncthreads
  out[t] = value;
}
