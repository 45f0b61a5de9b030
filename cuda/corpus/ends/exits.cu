// Warps that end ahead of a barrier of all threads: it waits for them until they do, so that what they did lies before it.

extern "C" __global__ void rightExitsAhead(int* out) {
  __shared__ int sums[32];
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sums[threadIdx.x % 32], threadIdx.x);
  if (threadIdx.x >= 32) return;
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x];
}

extern "C" __global__ void wrongExitsWithoutBarrier(int* out) {
  __shared__ int sums[32];
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    atomicAdd(&sums[threadIdx.x % 32], threadIdx.x);
    return;
  }
  out[threadIdx.x] = sums[threadIdx.x];  //! fault race
}

// A barrier of 32 threads waits for no other warp.
extern "C" __global__ void wrongExitsAheadOfNamed(int* out) {
  __shared__ int sums[32];
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    atomicAdd(&sums[threadIdx.x % 32], threadIdx.x);
    return;
  }
  asm volatile("bar.sync 1, 32;" ::: "memory");
  out[threadIdx.x] = sums[threadIdx.x];  //! fault race
}

extern "C" __global__ void wrongAddsToo(int* out) {
  __shared__ int sums[32];
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&sums[threadIdx.x % 32], threadIdx.x);
  if (threadIdx.x >= 32) return;
  out[threadIdx.x] = sums[threadIdx.x];  //! missed fault race: of the atomics on a word only the last is kept, here the reader's own
}
