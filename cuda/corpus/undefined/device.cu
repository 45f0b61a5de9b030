// Device memory that nothing has written: the buffer was allocated, and neither copied to nor cleared.
//! launch {"grid": [2, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "work"}, {"kind": "scalar", "type": "s32", "value": 100}], "buffers": [{"name": "out", "type": "s32", "length": 128, "init": {"kind": "zeros"}, "output": true}, {"name": "work", "type": "s32", "length": 128, "init": {"kind": "poison"}}]}
#include <cuda_pipeline.h>

extern "C" __global__ void rightWritesFirst(int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  work[i] = i;
  __syncthreads();
  out[i] = work[i ^ 1];
}

extern "C" __global__ void wrongReads(int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = work[i] + 1;  //! fault uninitialisedRead, advice cudaMemset
}

extern "C" __global__ void wrongTail(int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) work[i] = i;
  __syncthreads();
  out[i] = work[i ^ 1];  //! fault uninitialisedRead
}

extern "C" __global__ void rightHalfNotUsed(int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2) work[i] = i;
  const int ahead = work[i];
  out[i] = i % 2 ? ahead : -1;
}

/** Writes words with all bits set: they are written all the same. */
extern "C" __global__ void rightAllBitsSet(int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  work[i] = -1;
  __syncthreads();
  out[i] = work[i ^ 1];
}

extern "C" __global__ void wrongSums(int* out, int* work, int n) {
  atomicAdd(work + threadIdx.x % 16, 1);  //! fault uninitialisedRead
}

extern "C" __global__ void rightSums(int* out, int* work, int n) {
  atomicAdd(out + threadIdx.x % 16, 1);
}

extern "C" __global__ void wrongBranch(int* out, int* work, int n) {
  if (work[threadIdx.x] > 0) out[threadIdx.x + 64 * blockIdx.x] = 1;  //! fault uninitialisedRead
}

extern "C" __global__ void rightHalfOfPair(int* out, int* work, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i % 2) return;
  work[i] = i;
  const int2 pair = *reinterpret_cast<const int2*>(work + i);
  out[i] = pair.x;
}

extern "C" __global__ void rightLoadAhead(int* out, int* work, int n) {
  if (threadIdx.x > 0) return;
  int* mine = work + 64 * blockIdx.x;
  for (int k = 0; k < 8; k++) mine[k] = k;
  int sum = 0, next = mine[0];
  for (int k = 0; k < 8; k++) {
    const int now = next;
    next = mine[k + 1];
    sum += now;
  }
  out[blockIdx.x] = sum;
}

/** The copy is not at fault alone: what it brings is used. */
extern "C" __global__ void wrongCopied(int* out, int* work, int n) {
  __shared__ alignas(16) int s[64];
  if (threadIdx.x < 16) {
    __pipeline_memcpy_async(s + 4 * threadIdx.x, work + 4 * threadIdx.x, 16);  //! fault uninitialisedRead
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __syncthreads();
  out[threadIdx.x + 64 * blockIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void rightCopiedNotUsed(int* out, int* work, int n) {
  __shared__ alignas(16) int s[64];
  if (threadIdx.x < 16) {
    __pipeline_memcpy_async(s + 4 * threadIdx.x, work + 4 * threadIdx.x, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __syncthreads();
  if (n > 1000) out[threadIdx.x + 64 * blockIdx.x] = s[threadIdx.x];
}

/** The other CTA may write it before, or behind: a race, and no read of what nobody writes. */
extern "C" __global__ void wrongRace(int* out, int* work, int n) {
  if (blockIdx.x == 0) out[threadIdx.x] = work[threadIdx.x];  //! fault race
  else work[threadIdx.x] = threadIdx.x;  //! fault race
}
