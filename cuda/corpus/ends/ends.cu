// Kernels that end themselves, spin, or recurse.
#include <cassert>
#include <cstdio>

extern "C" __global__ void rightAssert(int* out) {
  assert(threadIdx.x < 64);
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongAssert(int* out) {
  assert(threadIdx.x < 60);  //! fault assert
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongTrap(int* out) {
  if (out[threadIdx.x] == 0 && threadIdx.x == 7) __trap();  //! fault trap
  out[threadIdx.x] = 1;
}

extern "C" __global__ void rightPrint(int* out) {
  if (threadIdx.x == 0) printf("%d of %s\n", out[0], "one");
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongSpin(int* out) {
  volatile int* flag = out;
  if (threadIdx.x == 32)
    while (flag[1] == 0) {  //! fault deadlock
    }
  out[threadIdx.x + 2 * (threadIdx.x < 2)] = 0;
}

extern "C" __global__ void rightSpin(int* out) {
  volatile int* flag = out;
  if (threadIdx.x == 0) flag[1] = 5;
  if (threadIdx.x == 32)
    while (flag[1] == 0) {
    }
}

__device__ int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1) % 1000; }

extern "C" __global__ void rightRecursion(int* out) { out[threadIdx.x] = depth(threadIdx.x); }

extern "C" __global__ void wrongPlainSpin(int* out) {
  if (threadIdx.x == 32) {
    while (atomicAdd(&out[1], 0) == 0) {  //! fault deadlock
    }
  }
  __syncthreads();
}

extern "C" __global__ void wrongLockTwice(int* out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&out[0], 0, 1) != 0) {
    }
    while (atomicCAS(&out[0], 0, 1) != 0) {  //! fault deadlock
    }
    atomicExch(&out[0], 0);
  }
}

extern "C" __global__ void wrongLaneSpins(int* out) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (ready == 0) {  //! fault deadlock
    }
  }
  __syncthreads();
  if (threadIdx.x == 1) ready = 1;
}
