// A counter in shared memory behind a spin lock, one thread of each warp.

__device__ void lock(int* at) {
  while (atomicCAS(at, 0, 1) != 0) {
  }
}

extern "C" __global__ void right(int* out) {
  __shared__ int held, sum;
  if (threadIdx.x == 0) held = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    lock(&held);
    __threadfence_block();
    sum += threadIdx.x;
    __threadfence_block();
    atomicExch(&held, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void rightLaneByLane(int* out) {
  __shared__ int held, sum;
  if (threadIdx.x == 0) held = sum = 0;
  __syncthreads();
  for (bool isDone = false; !isDone;) {
    if (atomicCAS(&held, 0, 1) == 0) {
      __threadfence_block();
      sum += threadIdx.x;
      __threadfence_block();
      atomicExch(&held, 0);
      isDone = true;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongNoFences(int* out) {
  __shared__ int held, sum;
  if (threadIdx.x == 0) held = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    lock(&held);
    sum += threadIdx.x;  //! fault race, tried adding __threadfence_block()
    atomicExch(&held, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongNoLock(int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) sum += threadIdx.x;  //! fault race
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongPlainUnlock(int* out) {
  __shared__ int held, sum;
  if (threadIdx.x == 0) held = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    lock(&held);
    __threadfence_block();
    sum += threadIdx.x;  //! fault race
    __threadfence_block();
    held = 0;  //! fault race
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
