// What an atomic operation reads and changes keeps what was released before it (release sequences of the PTX model).
#include <cuda/atomic>
//! launch {"block": [96, 1, 1]}

using Flag = cuda::atomic_ref<int, cuda::thread_scope_block>;

extern "C" __global__ void right(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(flag).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (Flag(flag).load(cuda::memory_order_relaxed) == 0) {
    }
    Flag(flag).fetch_add(1, cuda::memory_order_relaxed);
  } else if (threadIdx.x == 64) {
    while (Flag(flag).load(cuda::memory_order_acquire) != 2) {
    }
    out[0] = data;
  }
}

// A store in place of the atomic operation starts anew.
extern "C" __global__ void wrongStore(int* out) {
  __shared__ int data, flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(flag).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (Flag(flag).load(cuda::memory_order_relaxed) == 0) {
    }
    Flag(flag).store(2, cuda::memory_order_relaxed);
  } else if (threadIdx.x == 64) {
    while (Flag(flag).load(cuda::memory_order_acquire) != 2) {
    }
    out[0] = data;  //! fault race
  }
}

// Order is handed on from warp to warp.
extern "C" __global__ void rightTransitive(int* out) {
  __shared__ int data, first, second;
  if (threadIdx.x == 0) first = second = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(first).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (Flag(first).load(cuda::memory_order_acquire) == 0) {
    }
    Flag(second).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 64) {
    while (Flag(second).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;
  }
}

extern "C" __global__ void wrongTransitive(int* out) {
  __shared__ int data, first, second;
  if (threadIdx.x == 0) first = second = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = out[1];
    Flag(first).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (Flag(first).load(cuda::memory_order_relaxed) == 0) {
    }
    Flag(second).store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 64) {
    while (Flag(second).load(cuda::memory_order_acquire) == 0) {
    }
    out[0] = data;  //! fault race
  }
}
