// Debug builds: a loop that waits for a word calls what loads it, and keeps its own variables on the stack.
//! debug
#include <cuda/atomic>
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 4, "init": {"kind": "zeros"}, "output": true}]}

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ void waitFor(int* flag) {
  int looks = 0;
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) looks++;
}

// The first CTA waits for the second one, which starts later.
extern "C" __global__ void right(int* out) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 1) {
    out[1] = 5;
    Flag(out[0]).store(1, cuda::memory_order_release);
  } else {
    waitFor(&out[0]);
    out[2] = out[1];
  }
}

extern "C" __global__ void wrongStoreBehind(int* out) {
  if (threadIdx.x > 0) return;
  if (blockIdx.x == 1) {
    Flag(out[0]).store(1, cuda::memory_order_release);
    out[1] = 5;
  } else {
    waitFor(&out[0]);
    out[2] = out[1];  //! fault race
  }
}

// The swap confirms what the plain load has brought, by way of a call.
__device__ void add(double* at, double value) {
  unsigned long long* word = reinterpret_cast<unsigned long long*>(at);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(__longlong_as_double(assumed) + value));
  } while (assumed != old);
}

//! launch {"grid": [3, 1, 1], "buffers": [{"name": "out", "type": "f64", "length": 4, "init": {"kind": "zeros"}, "output": true}]}
extern "C" __global__ void rightSwap(double* out) { add(out, threadIdx.x); }
