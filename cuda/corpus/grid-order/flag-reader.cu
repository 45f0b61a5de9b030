// A flag that one thread reads, and data that the others read behind a barrier: the fence belongs to who reads the flag.
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "data", "type": "s32", "length": 64, "init": {"kind": "zeros"}}, {"name": "flag", "type": "s32", "length": 1, "init": {"kind": "zeros"}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "data"}, {"kind": "pointer", "buffer": "flag"}]}

__device__ void waitFor(volatile int* flag) {
  while (*flag == 0) {
  }
}

extern "C" __global__ void right(int* out, int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) {
      waitFor(flag);
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];
  }
}

extern "C" __global__ void wrongNoFences(int* out, int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) waitFor(flag);
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];  //! fault race, tried behind each read of one
  }
}

extern "C" __global__ void wrongFenceOfTheReadersOnly(int* out, int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) {
      waitFor(flag);
      __threadfence();
    }
    __syncthreads();
    out[threadIdx.x] = data[63 - threadIdx.x];  //! fault race
  }
}

/** Each thread has a fence, but none stands behind the read of the flag. */
extern "C" __global__ void wrongFenceOfOthers(int* out, int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) *flag = 1;
  } else {
    if (threadIdx.x == 0) waitFor(flag);
    __syncthreads();
    if (threadIdx.x > 0) __threadfence();
    out[threadIdx.x] = data[63 - threadIdx.x];  //! hazard race
  }
}
