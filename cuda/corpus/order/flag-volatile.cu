// A volatile flag between two warps, with __threadfence_block on both sides or not.

extern "C" __global__ void right(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    __threadfence_block();
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    out[0] = data;
  }
}

extern "C" __global__ void wrongNoFences(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    out[0] = data;  //! fault race
  }
}

extern "C" __global__ void wrongFenceTooEarly(int* out) {
  __shared__ int data;
  __shared__ volatile int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_block();
    data = out[1];
    flag = 1;
  } else if (threadIdx.x == 32) {
    while (flag == 0) {
    }
    __threadfence_block();
    out[0] = data;  //! fault race
  }
}
