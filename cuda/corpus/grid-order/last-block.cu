// The last CTA to count itself adds up what all have written.
//! launch {"grid": [8, 1, 1]}

__device__ unsigned counter;

__device__ void addUp(int* out) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += out[i];
  out[16] = sum;
  counter = 0;
}

extern "C" __global__ void right(int* out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = blockIdx.x;
    __threadfence();
    isLast = atomicAdd(&counter, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) addUp(out);
}

extern "C" __global__ void rightWholeCta(int* out) {
  __shared__ bool isLast;
  if (threadIdx.x % 16 == 0) out[blockIdx.x * 4 + threadIdx.x / 16] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicInc(&counter, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  __threadfence();
  if (isLast && threadIdx.x < 32) out[threadIdx.x] += 1;
}

extern "C" __global__ void wrongNoFence(int* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = blockIdx.x;
    if (atomicAdd(&counter, 1) == gridDim.x - 1) {
      __threadfence();
      int sum = 0;
      for (int i = 0; i < 8; i++) sum += out[i];  //! fault race, tried adding __threadfence() behind
      out[16] = sum;
    }
  }
}

// The fence of one thread does not wait for what others write.
extern "C" __global__ void wrongNoBarrier(int* out) {
  __shared__ bool isLast;
  if (threadIdx.x % 32 == 1) out[blockIdx.x * 2 + threadIdx.x / 32] = threadIdx.x;
  if (threadIdx.x == 0) {
    __threadfence();
    isLast = atomicAdd(&counter, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (isLast && threadIdx.x < 16) out[threadIdx.x] += 1;  //! fault race, tried in vain
}

extern "C" __global__ void wrongFenceOfTheCta(int* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = blockIdx.x;
    __threadfence_block();
    if (atomicAdd(&counter, 1) == gridDim.x - 1) {
      __threadfence();
      int sum = 0;
      for (int i = 0; i < 8; i++) sum += out[i];  //! fault race
      out[16] = sum;
    }
  }
}

// As in CUDA's own sample.
extern "C" __global__ void wrongNoSecondFence(int* out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicAdd(&counter, 1) == gridDim.x - 1) {
      int sum = 0;
      for (int i = 0; i < 8; i++) sum += out[i];  //! hazard race
      out[16] = sum;
    }
  }
}

// What all add up by atomics is not ordered by the count of those who have: the reader's own atomic says nothing of the others.
extern "C" __global__ void wrongSumNoFence(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(out, blockIdx.x);
    if (atomicAdd(&counter, 1) == gridDim.x - 1) {
      __threadfence();
      out[16] = out[0];  //! fault race, tried adding __threadfence() behind
      counter = 0;
    }
  }
}

// Gradients of a layer norm are added up like this: whole warps, and no fence on either side.
extern "C" __global__ void wrongSumsOfTheCta(int* out) {
  __shared__ bool isLast;
  atomicAdd(&out[threadIdx.x % 32], 1);
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicInc(&counter, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast && threadIdx.x < 32) out[threadIdx.x + 32] = out[threadIdx.x];  //! fault race
}

extern "C" __global__ void rightSum(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(out, blockIdx.x);
    __threadfence();
    if (atomicAdd(&counter, 1) == gridDim.x - 1) {
      __threadfence();
      out[16] = out[0];
      counter = 0;
    }
  }
}

extern "C" __global__ void rightSumsOfTheCta(int* out) {
  __shared__ bool isLast;
  atomicAdd(&out[threadIdx.x % 32], 1);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) isLast = atomicInc(&counter, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  __threadfence();
  if (isLast && threadIdx.x < 32) out[threadIdx.x + 32] = out[threadIdx.x];
}

// An atomic reads what is there without any order.
extern "C" __global__ void rightSumReadByAtomic(int* out) {
  if (threadIdx.x == 0) {
    atomicAdd(out, blockIdx.x);
    if (atomicAdd(&counter, 1) == gridDim.x - 1) out[16] = atomicAdd(out, 0);
  }
}

// The first CTA's own atomic does not order its plain store before those of the others.
extern "C" __global__ void wrongZeroedByOne(int* out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, 1);  //! fault race
}
