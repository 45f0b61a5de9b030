// Loops that load the next stage into registers while they add up this one; behind the last round the stages are used again.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 4}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/shared-address.cuh"

__device__ void copy(int* to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(sharedAddress(to)), "l"(from) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
}

__device__ void waitForAll() {
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
}

/** Stays where it stands. */
__device__ int loadWord(const int* at) {
  int word;
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(word) : "r"(sharedAddress(at)) : "memory");
  return word;
}

/** Adds up what the other warp has copied. Between the last load ahead, of a stage that is past, and the stores stands no barrier. */
template <bool UsesLast>
__device__ int addUp(int (&stages)[2][64], const int* in, int steps) {
  const int other = threadIdx.x ^ 32;
  copy(&stages[0][threadIdx.x], in + threadIdx.x);
  waitForAll();
  int ahead = stages[0][other], sum = 0;
#pragma unroll 1
  for (int i = 0; i < steps; i++) {
    if (i + 1 < steps) {
      copy(&stages[(i + 1) % 2][threadIdx.x], in + 64 * (i + 1) + threadIdx.x);
      waitForAll();
    }
    sum += ahead;
    ahead = loadWord(&stages[(i + 1) % 2][other]);
  }
  return UsesLast ? sum + ahead : sum;
}

extern "C" __global__ void wrongUnusedLoad(int* out, const int* in, int steps) {
  __shared__ int stages[2][64];
  const int sum = addUp<false>(stages, in, steps);
  stages[0][threadIdx.x] = sum;  //! hazard race
  __syncthreads();
  out[threadIdx.x] = stages[0][63 - threadIdx.x];
}

extern "C" __global__ void wrongUsedLoad(int* out, const int* in, int steps) {
  __shared__ int stages[2][64];
  const int sum = addUp<true>(stages, in, steps);
  stages[0][threadIdx.x] = sum;  //! fault race
  __syncthreads();
  out[threadIdx.x] = stages[0][63 - threadIdx.x];
}

extern "C" __global__ void rightBarrierBetween(int* out, const int* in, int steps) {
  __shared__ int stages[2][64];
  const int sum = addUp<false>(stages, in, steps);
  __syncthreads();
  stages[0][threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = stages[0][63 - threadIdx.x];
}
