// A warp stores, one of its lanes arrives at an mbarrier for all, and the other warp waits for it.
#include "../../include/mbarrier.cuh"

__device__ void startOne(uint64_t* barrier) {
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    fenceBarrierInit();
  }
  __syncthreads();
}

extern "C" __global__ void rightLanesMeet(int* out) {
  __shared__ int words[32];
  __shared__ uint64_t full;
  startOne(&full);
  if (threadIdx.x < 32) {
    words[threadIdx.x] = threadIdx.x;
    __syncwarp();
    if (threadIdx.x == 0) arrive(&full);
  } else {
    waitFor(&full, 0);
    out[threadIdx.x] = words[threadIdx.x % 32];
  }
}

// Nothing says that the other lanes have stored when the first one arrives.
extern "C" __global__ void wrongLanesDoNotMeet(int* out) {
  __shared__ int words[32];
  __shared__ uint64_t full;
  startOne(&full);
  if (threadIdx.x < 32) {
    words[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) arrive(&full);
  } else {
    waitFor(&full, 0);
    out[threadIdx.x] = words[threadIdx.x % 32];  //! missed fault race: what one lane releases counts as released by its whole warp
  }
}

// The lane that arrives has not stored, and stores behind its arrival.
extern "C" __global__ void wrongStoreBehindArrival(int* out) {
  __shared__ int words[32];
  __shared__ uint64_t full;
  startOne(&full);
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) arrive(&full);
    words[threadIdx.x] = threadIdx.x;  //! fault race
  } else {
    waitFor(&full, 0);
    out[threadIdx.x] = words[threadIdx.x % 32];
  }
}
