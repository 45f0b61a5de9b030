// Barriers in loops and branches: all threads must come to the same one equally often.
extern "C" __global__ void rightBreakOfAll(int* out) {
  __shared__ int s[64];
  for (int i = 0; i < 8; i++) {
    s[threadIdx.x] = i;
    if (__syncthreads_or(s[threadIdx.x] == 5)) break;
    out[threadIdx.x] += s[threadIdx.x];
  }
}

extern "C" __global__ void wrongBreakOfSome(int* out) {
  __shared__ int s[64];
  for (int i = 0; i < 8; i++) {
    s[threadIdx.x] = i;
    if (threadIdx.x % 32 == 3 && i == 5) break;
    __syncthreads();  //! hazard barrier
    out[threadIdx.x] += s[threadIdx.x];
  }
}

extern "C" __global__ void wrongContinue(int* out) {
  __shared__ int s[64];
  for (int i = 0; i < 4; i++) {
    if ((threadIdx.x + i) % 2 == 0) continue;
    s[threadIdx.x] = i;
    __syncthreads();  //! fault barrier
    out[threadIdx.x] += s[threadIdx.x];
  }
}

extern "C" __global__ void rightConditionOutside(int* out) {
  __shared__ int s[64];
  for (int i = 0; i < 4; i++) {
    if ((threadIdx.x + i) % 2 != 0) s[threadIdx.x] = i;
    __syncthreads();
    if ((threadIdx.x + i) % 2 != 0) out[threadIdx.x] += s[threadIdx.x];
  }
}

extern "C" __global__ void rightSwitchOfTheBlock(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  switch (blockIdx.x) {
    case 0:
      __syncthreads();
      out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
      break;
    default:
      out[64 * blockIdx.x + threadIdx.x] = 0;
  }
}

extern "C" __global__ void wrongSwitchOfTheLane(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  switch (threadIdx.x % 4) {
    case 0:
      __syncthreads();  //! hazard barrier
      out[threadIdx.x] = s[threadIdx.x];
      break;
    default:
      return;
  }
}
