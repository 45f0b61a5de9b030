// Neighbours in shared memory: halos, edges, and in-place updates.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 66, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void right(int* out, const int* in) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t == 0) s[0] = in[0];
  if (t == 63) s[65] = in[65];
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];
}

extern "C" __global__ void wrongNoHalo(int* out, const int* in) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];  //! fault uninitialisedRead
}

extern "C" __global__ void wrongHaloTooFar(int* out, const int* in) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t] + s[t + 1];  //! fault outOfBounds
}

extern "C" __global__ void wrongGlobalHalo(int* out, const int* in) {
  const int t = threadIdx.x;
  out[t] = in[t] + in[t + 3];  //! fault outOfBounds
}

extern "C" __global__ void wrongJacobiInPlace(int* out, const int* in) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t < 2) s[65 * t] = 0;
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    s[t + 1] = (s[t] + s[t + 2]) / 2;  //! fault race, advice __syncthreads
    __syncthreads();
  }
  out[t] = s[t + 1];
}

extern "C" __global__ void rightJacobi(int* out, const int* in) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t < 2) s[65 * t] = 0;
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    const int mean = (s[t] + s[t + 2]) / 2;
    __syncthreads();
    s[t + 1] = mean;
    __syncthreads();
  }
  out[t] = s[t + 1];
}

extern "C" __global__ void rightRedBlack(int* out, const int* in) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t < 2) s[65 * t] = 0;
  __syncthreads();
  for (int colour = 0; colour < 2; colour++) {
    if (t % 2 == colour) s[t + 1] = (s[t] + s[t + 2]) / 2;
    __syncthreads();
  }
  out[t] = s[t + 1];
}

extern "C" __global__ void wrongRedBlackNoBarrier(int* out, const int* in) {
  __shared__ int s[66];
  const int t = threadIdx.x;
  s[t + 1] = in[t + 1];
  if (t < 2) s[65 * t] = 0;
  __syncthreads();
  for (int colour = 0; colour < 2; colour++)
    if (t % 2 == colour) s[t + 1] = (s[t] + s[t + 2]) / 2;  //! fault race
  __syncthreads();
  out[t] = s[t + 1];
}
