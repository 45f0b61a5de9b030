// Sums of a block through shared memory: which barriers a tree needs.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void rightTree(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sums[0];
}

extern "C" __global__ void wrongTreeFirstBarrier(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];  //! fault race, advice __syncthreads
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = sums[0];
}

extern "C" __global__ void wrongTreeLoopBarrier(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2)
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];  //! fault race, advice __syncwarp, tried adding __syncwarp()
  if (threadIdx.x == 0) out[0] = sums[0];
}

extern "C" __global__ void wrongTreeNoBarrier(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];  //! fault race, tried __syncthreads() behind the st of line 36 makes it go
  for (int half = 32; half > 0; half /= 2)
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];  //! fault race
  if (threadIdx.x == 0) out[0] = sums[0];
}

extern "C" __global__ void wrongBarrierInBranch(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
      __syncthreads();  //! hazard barrier
    }
  }
  if (threadIdx.x == 0) out[0] = sums[0];
}

extern "C" __global__ void rightLastWarp(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int half = 32; half > 0; half /= 2) {
      const int other = sums[threadIdx.x + half];
      __syncwarp();
      sums[threadIdx.x] += other;
      __syncwarp();
    }
    if (threadIdx.x == 0) out[0] = sums[0];
  }
}

extern "C" __global__ void wrongLastWarpOneSync(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int half = 32; half > 0; half /= 2) {
      sums[threadIdx.x] += sums[threadIdx.x + half];  //! fault race, advice __syncwarp, tried adding __syncwarp() behind the ld of line 76 makes it go
      __syncwarp();
    }
    if (threadIdx.x == 0) out[0] = sums[0];
  }
}

extern "C" __global__ void wrongVolatileLastWarp(int* out, const int* in) {
  __shared__ int sums[64];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    volatile int* v = sums;
    v[threadIdx.x] += v[threadIdx.x + 32];
    v[threadIdx.x] += v[threadIdx.x + 16];  //! hazard race, advice __syncwarp
    v[threadIdx.x] += v[threadIdx.x + 8];  //! hazard race
    if (threadIdx.x == 0) out[0] = v[0];
  }
}

__device__ int warpSum(int value) {
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(~0u, value, d);
  return value;
}

extern "C" __global__ void rightShuffles(int* out, const int* in) {
  __shared__ int sums[2];
  const int sum = warpSum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sums[0] + sums[1];
}

extern "C" __global__ void wrongShufflesNoBarrier(int* out, const int* in) {
  __shared__ int sums[2];
  const int sum = warpSum(in[threadIdx.x]);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
  if (threadIdx.x == 0) out[0] = sums[0] + sums[1];  //! fault race, advice __syncthreads
}

extern "C" __global__ void wrongShuffleHalfWarp(int* out, const int* in) {
  if (threadIdx.x < 16) out[threadIdx.x] = warpSum(in[threadIdx.x]);  //! fault memberMask
}

extern "C" __global__ void wrongTwoRounds(int* out, const int* in) {
  __shared__ int sums[2];
  int total = 0;
  for (int i = 0; i < 2; i++) {
    const int sum = warpSum(in[threadIdx.x + 64 * i]);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;  //! fault race, advice __syncthreads
    __syncthreads();
    total += sums[0] + sums[1];
  }
  out[threadIdx.x] = total;
}

extern "C" __global__ void rightTwoRounds(int* out, const int* in) {
  __shared__ int sums[2];
  int total = 0;
  for (int i = 0; i < 2; i++) {
    const int sum = warpSum(in[threadIdx.x + 64 * i]);
    __syncthreads();
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = sum;
    __syncthreads();
    total += sums[0] + sums[1];
  }
  out[threadIdx.x] = total;
}
