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
  out[threadIdx.x] = sums[threadIdx.x];  //! fault race
}

// Who has seen what its own atomic found has seen the other one's.
extern "C" __global__ void rightSeesAll(int* out) {
  __shared__ int arrived;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0 && atomicAdd(&arrived, 1) == 1) out[0] = arrived;
}
