// What lanes of one warp hand to each other through shared memory; __syncwarp by all or by a part.

extern "C" __global__ void rightAll(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void wrongNone(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x ^ 1];  //! fault race, advice __syncwarp
}

extern "C" __global__ void rightHalves(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void wrongHalvesReadAcross(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 < 16) __syncwarp(0x0000ffff);
  else __syncwarp(0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 16];  //! fault race, advice __syncwarp
}

extern "C" __global__ void wrongOnlyOneHalf(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 < 16) __syncwarp(0x0000ffff);
  out[threadIdx.x] = s[threadIdx.x ^ 1];  //! fault race, advice __syncwarp
}

extern "C" __global__ void rightWriterInMask(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane < 8) {
    if (lane == 0) s[warp] = threadIdx.x;
    __syncwarp(0x000000ff);
    out[threadIdx.x] = s[warp];
  }
}

extern "C" __global__ void wrongReaderOutsideMask(int* out) {
  __shared__ int s[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) s[warp] = threadIdx.x;
  if (lane < 8) __syncwarp(0x000000ff);
  out[threadIdx.x] = s[warp];  //! fault race, advice __syncwarp
}

extern "C" __global__ void rightTwoSteps(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 < 16) __syncwarp(0x0000ffff);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}

extern "C" __global__ void rightChain(int* out) {
  __shared__ int s[64];
  const int lane = threadIdx.x % 32, base = threadIdx.x - lane;
  if (lane < 8) s[threadIdx.x] = threadIdx.x;
  if (lane < 16) __syncwarp(0x0000ffff);
  if (lane >= 8) __syncwarp(0xffffff00);
  if (lane >= 24) out[threadIdx.x] = s[base + lane - 24];
}

extern "C" __global__ void wrongChainBackwards(int* out) {
  __shared__ int s[64];
  const int lane = threadIdx.x % 32, base = threadIdx.x - lane;
  if (lane < 8) s[threadIdx.x] = threadIdx.x;
  if (lane >= 8) __syncwarp(0xffffff00);
  if (lane < 16) __syncwarp(0x0000ffff);
  if (lane >= 24) out[threadIdx.x] = s[base + lane - 24];  //! fault race, advice __syncwarp
}

extern "C" __global__ void rightExitedHalf(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 >= 16) return;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

extern "C" __global__ void wrongExitedHalfRead(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x % 32 >= 16) return;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 16];  //! fault race
}

extern "C" __global__ void wrongWriteAfterRead(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  const int other = s[threadIdx.x ^ 1];
  s[threadIdx.x] = other + 1;  //! fault race, advice __syncwarp
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 2];
}

extern "C" __global__ void wrongShuffleIsNoFence(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  const int x = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  out[threadIdx.x] = s[x];  //! fault race, advice __syncwarp
}
