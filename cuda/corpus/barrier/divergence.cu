// __syncthreads that not all threads reach.

extern "C" __global__ void rightUniform(int* out) {
  __shared__ int s[64];
  if (blockIdx.x == 0) {
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}

extern "C" __global__ void wrongOneWarpOnly(int* out) {
  if (threadIdx.x < 32) __syncthreads();  //! missed fault deadlock: the other warp has exited, which PTX counts as arrived
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongHalfOfWarp(int* out) {
  if (threadIdx.x % 32 < 16) __syncthreads();  //! hazard barrier
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongTwoBarriers(int* out) {
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = 1;
    __syncthreads();
  } else {
    __syncthreads();  //! fault barrier
    out[threadIdx.x] = 2;
  }
}

extern "C" __global__ void wrongLoopTrips(int* out) {
  for (int i = 0; i < threadIdx.x; i++) {
    out[threadIdx.x] += i;
    __syncthreads();  //! fault barrier
  }
}

extern "C" __global__ void rightLoopTrips(int* out) {
  for (int i = 0; i < 64; i++) {
    if (i < threadIdx.x) out[threadIdx.x] += i;
    __syncthreads();
  }
}

extern "C" __global__ void wrongEarlyReturn(int* out) {
  if (threadIdx.x >= 50) return;
  out[threadIdx.x] = 1;
  __syncthreads();  //! hazard barrier
  out[threadIdx.x] += 1;
}

extern "C" __global__ void rightWarpReturns(int* out) {
  if (threadIdx.x >= 32) return;
  out[threadIdx.x] = 1;
  __syncwarp();
  out[threadIdx.x] += 1;
}

extern "C" __global__ void wrongCountInBranch(int* out) {
  if (threadIdx.x % 32 < 8) out[threadIdx.x] = __syncthreads_count(threadIdx.x < 5);  //! hazard barrier
}

extern "C" __global__ void rightCount(int* out) {
  const int n = __syncthreads_count(threadIdx.x < 5);
  if (threadIdx.x < 8) out[threadIdx.x] = n;
}
