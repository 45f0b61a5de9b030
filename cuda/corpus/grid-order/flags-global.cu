// Message passing between CTAs: the litmus tests of the PTX model.
#include <cuda/atomic>
//! launch {"grid": [2, 1, 1]}

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
using FlagOfTheCta = cuda::atomic_ref<int, cuda::thread_scope_block>;

extern "C" __global__ void right(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (Flag(out[1]).load(cuda::memory_order_acquire) == 0) {
    }
    out[2] = out[0];
  } else {
    out[0] = 42;
    Flag(out[1]).store(1, cuda::memory_order_release);
  }
}

extern "C" __global__ void rightVolatile(volatile int* out) {
  if (threadIdx.x != 0) return;
  int* data = const_cast<int*>(out);
  if (blockIdx.x == 0) {
    while (out[1] == 0) {
    }
    __threadfence();
    data[2] = data[0];
  } else {
    data[0] = 42;
    __threadfence();
    out[1] = 1;
  }
}

extern "C" __global__ void wrongRelaxed(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (Flag(out[1]).load(cuda::memory_order_acquire) == 0) {
    }
    out[2] = out[0];  //! fault race
  } else {
    out[0] = 42;
    Flag(out[1]).store(1, cuda::memory_order_relaxed);
  }
}

extern "C" __global__ void wrongScope(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (FlagOfTheCta(out[1]).load(cuda::memory_order_acquire) == 0) {  //! fault race
    }
    out[2] = out[0];  //! fault race
  } else {
    out[0] = 42;
    FlagOfTheCta(out[1]).store(1, cuda::memory_order_release);
  }
}

extern "C" __global__ void wrongPlainFlag(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    while (*(volatile int*)&out[1] == 0) {  //! fault race
    }
    __threadfence();
    out[2] = out[0];  //! fault race
  } else {
    out[0] = 42;
    __threadfence();
    out[1] = 1;
  }
}
