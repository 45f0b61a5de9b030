// Three warps read what the fourth then writes, which waits for all of them, or not for the first.
//! launch {"block": [128, 1, 1]}
#include <cuda/atomic>

__device__ void arrive(int threads) { asm volatile("bar.arrive 1, %0;" ::"r"(threads) : "memory"); }
__device__ void await(int threads) { asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); }

extern "C" __global__ void __launch_bounds__(128) right(int* out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp < 3) {
    int value = out[lane];
    arrive(128);
    if (lane == 0) out[32 + warp] = value;
  } else {
    await(128);
    out[lane] = lane;
  }
}

extern "C" __global__ void __launch_bounds__(128) wrongFirst(int* out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp < 3) {
    int value = out[lane];  //! fault race
    if (warp > 0) arrive(96);
    if (lane == 0) out[32 + warp] = value;
  } else {
    await(96);
    out[lane] = lane;
  }
}

extern "C" __global__ void __launch_bounds__(128) wrongLast(int* out) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp < 3) {
    int value = out[lane];  //! fault race
    if (warp < 2) arrive(96);
    if (lane == 0) out[32 + warp] = value;
  } else {
    await(96);
    out[lane] = lane;
  }
}

// The same by a counter, for one word.
using Counter = cuda::atomic_ref<int, cuda::thread_scope_block>;

__device__ void awaitReaders(int* counter, int readers) {
  while (Counter(*counter).load(cuda::memory_order_acquire) != readers) {
  }
}

extern "C" __global__ void __launch_bounds__(128) rightCounter(int* out) {
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 != 0) return;
  if (warp < 3) {
    int value = out[0];
    Counter(out[1]).fetch_add(1, cuda::memory_order_release);
    out[32 + warp] = value;
  } else {
    awaitReaders(out + 1, 3);
    out[0] = 1;
  }
}

extern "C" __global__ void __launch_bounds__(128) wrongCounter(int* out) {
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 != 0) return;
  if (warp < 3) {
    int value = out[0];  //! fault race
    if (warp > 0) Counter(out[1]).fetch_add(1, cuda::memory_order_release);
    out[32 + warp] = value;
  } else {
    awaitReaders(out + 1, 2);
    out[0] = 1;
  }
}
