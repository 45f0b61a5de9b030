// An mbarrier that several lanes of a warp initialise in one instruction: alike, or each with another count.
#include "../../include/mbarrier.cuh"

extern "C" __global__ void rightOneLane(int* out) {
  __shared__ int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) initBarrier(&full, 64);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  arrive(&full);
  waitFor(&full, 0);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void wrongAlike(int* out) {
  __shared__ int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x < 32) initBarrier(&full, 64);  //! hazard mbarrier
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  arrive(&full);
  waitFor(&full, 0);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void wrongOtherCounts(int* out) {
  __shared__ int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x < 2) initBarrier(&full, 63 + threadIdx.x);  //! fault mbarrier
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
  arrive(&full);
  waitFor(&full, 0);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void wrongAfterAnArrival(int* out) {
  __shared__ int tile[64];
  __shared__ uint64_t full;
  for (int round = 0; round < 2; round++) {
    if (threadIdx.x == round) initBarrier(&full, 64);  //! fault mbarrier
    __syncthreads();
    tile[threadIdx.x] = threadIdx.x + round;
    arrive(&full);
    waitFor(&full, 0);
    out[threadIdx.x] = tile[63 - threadIdx.x];
    __syncthreads();
  }
}
