// A flag between two warps by cuda::atomic_ref: release and acquire, or relaxed on one side.
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_block>;

extern "C" __global__ void right(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(flag).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (Flag(flag).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;
  }
}

extern "C" __global__ void rightSequential(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(flag).store(1);
  } else if (threadIdx.x == 32) {
    while (Flag(flag).load() == 0) {
    }
    out[0] = data;
  }
}

extern "C" __global__ void wrongRelaxedStore(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(flag).store(1, cuda::memory_order_relaxed);
  } else if (threadIdx.x == 32) {
    while (Flag(flag).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;  //! fault race
  }
}

extern "C" __global__ void wrongDataBehindFlag(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    Flag(flag).store(1, cuda::memory_order_release);
    data = out[1];
  } else if (threadIdx.x == 32) {
    while (Flag(flag).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;  //! fault race
  }
}
