// Warps add up a word; the first one waits for others by a barrier with a count, and reads the sum.
//! launch {"block": [128, 1, 1]}

__device__ void arrive(int threads) { asm volatile("bar.arrive 1, %0;" ::"r"(threads) : "memory"); }
__device__ void waitFor(int threads) { asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); }

extern "C" __global__ void rightAllWarps(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, threadIdx.x);
  if (threadIdx.x >= 32) {
    arrive(128);
  } else {
    waitFor(128);
    out[threadIdx.x] = sum;
  }
}

// The reader does not wait for one of three, and the other two may be the last to add.
extern "C" __global__ void wrongLastWarp(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, threadIdx.x);  //! fault race
  if (threadIdx.x >= 32 && threadIdx.x < 96) {
    arrive(96);
  } else if (threadIdx.x < 32) {
    waitFor(96);
    out[threadIdx.x] = sum;
  }
}

// Nor may it set the word back for the next round.
extern "C" __global__ void wrongSetBack(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, threadIdx.x);  //! fault race
  if (threadIdx.x >= 32 && threadIdx.x < 96) {
    arrive(96);
  } else if (threadIdx.x < 32) {
    waitFor(96);
    if (threadIdx.x == 0) sum = 0;
  }
}

// Its own atomic, behind the fence, does not stand for what the last warp has read before.
extern "C" __global__ void wrongReadAhead(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x == 96) out[0] = sum;  //! fault race
  __threadfence_block();
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, threadIdx.x);
}

extern "C" __global__ void rightReadAhead(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x == 96) out[0] = sum;
  __syncthreads();
  if (threadIdx.x % 32 == 0) atomicAdd(&sum, threadIdx.x);
}
