// cp.async: when its bytes are there for the thread, and when for others.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 512, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/shared-address.cuh"

__device__ void copy4(int* to, const int* from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(sharedAddress(to)), "l"(from) : "memory");
}
__device__ void commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int N>
__device__ void waitFor() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
__device__ void waitAll() { asm volatile("cp.async.wait_all;" ::: "memory"); }

extern "C" __global__ void right(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  commit();
  waitFor<0>();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void wrongNoWait(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  commit();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault missingWait
}

extern "C" __global__ void wrongNoBarrier(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  commit();
  waitFor<0>();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race, advice __syncthreads
}

extern "C" __global__ void wrongWaitBehindBarrier(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  commit();
  __syncthreads();
  waitFor<0>();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race //! fault missingWait
}

extern "C" __global__ void rightOwnElement(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  waitAll();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongNoCommit(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  waitFor<0>();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault missingWait
}

extern "C" __global__ void wrongOneGroupTooFew(int* out, const int* in) {
  __shared__ int s[2][64];
  for (int i = 0; i < 2; i++) {
    copy4(&s[i][threadIdx.x], in + 64 * i + threadIdx.x);
    commit();
  }
  waitFor<1>();
  __syncthreads();
  out[threadIdx.x] = s[0][63 - threadIdx.x] + s[1][threadIdx.x];  //! fault missingWait
}

extern "C" __global__ void rightPipeline(int* out, const int* in) {
  __shared__ int s[3][64];
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    copy4(&s[i][threadIdx.x], in + 64 * i + threadIdx.x);
    commit();
  }
  for (int i = 0; i < 8; i++) {
    waitFor<1>();
    __syncthreads();
    if (i + 2 < 8) copy4(&s[(i + 2) % 3][threadIdx.x], in + 64 * (i + 2) + threadIdx.x);
    commit();
    sum += s[i % 3][63 - threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongPipelineTwoStages(int* out, const int* in) {
  __shared__ int s[2][64];
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    copy4(&s[i][threadIdx.x], in + 64 * i + threadIdx.x);
    commit();
  }
  for (int i = 0; i < 8; i++) {
    waitFor<1>();
    __syncthreads();
    if (i + 2 < 8) copy4(&s[i % 2][threadIdx.x], in + 64 * (i + 2) + threadIdx.x);  //! fault race
    commit();
    sum += s[i % 2][63 - threadIdx.x];  //! fault missingWait
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongPipelineNoEmptyGroups(int* out, const int* in) {
  __shared__ int s[3][64];
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    copy4(&s[i][threadIdx.x], in + 64 * i + threadIdx.x);
    commit();
  }
  for (int i = 0; i < 8; i++) {
    waitFor<1>();
    __syncthreads();
    if (i + 2 < 8) {
      copy4(&s[(i + 2) % 3][threadIdx.x], in + 64 * (i + 2) + threadIdx.x);
      commit();
    }
    sum += s[i % 3][63 - threadIdx.x];  //! fault missingWait
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongOverwritten(int* out, const int* in) {
  __shared__ int s[64];
  copy4(&s[threadIdx.x], in + threadIdx.x);
  commit();
  s[threadIdx.x] = 0;  //! fault missingWait
  waitFor<0>();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void wrongOddAddress(int* out, const int* in) {
  __shared__ int s[68];
  if (threadIdx.x < 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(&s[4 * threadIdx.x + 1])),
                 "l"(in + 4 * threadIdx.x)  //! fault misaligned
                 : "memory");
  waitAll();
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}

extern "C" __global__ void rightSixteenBytes(int* out, const int* in) {
  __shared__ alignas(16) int s[64];
  if (threadIdx.x < 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedAddress(&s[4 * threadIdx.x])),
                 "l"(in + 4 * threadIdx.x)
                 : "memory");
  waitAll();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void rightZeroFill(int* out, const int* in) {
  __shared__ int s[64];
  const int bytes = threadIdx.x < 40 ? 4 : 0;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(sharedAddress(&s[threadIdx.x])),
               "l"(in + (threadIdx.x < 40 ? threadIdx.x : 100000)), "r"(bytes)
               : "memory");
  waitAll();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
