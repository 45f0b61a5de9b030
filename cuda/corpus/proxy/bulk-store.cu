// Copies by the engine out of shared memory: fence, barrier, copy, wait.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 256, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/tma.cuh"

__device__ void copyOut(void* to, const void* from, int bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(sharedAddress(from)), "r"(bytes)
               : "memory");
}

extern "C" __global__ void right(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsyncProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);
    commitStores();
    waitForStores<0>();
  }
}

extern "C" __global__ void wrongNoFence(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);  //! fault missingFence, advice each thread that wrote
    commitStores();
    waitForStores<0>();
  }
}

extern "C" __global__ void wrongFenceOfOne(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) fenceAsyncProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);  //! fault missingFence, advice each thread that wrote
    commitStores();
    waitForStores<0>();
  }
}

extern "C" __global__ void rightFenceBehindBarrier(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    fenceAsyncProxy();
    copyOut(out, tile, 256);
    commitStores();
    waitForStores<0>();
  }
}

extern "C" __global__ void wrongNoBarrier(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsyncProxy();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);  //! fault race
    commitStores();
    waitForStores<0>();
  }
}

extern "C" __global__ void wrongNoWait(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  for (int i = 0; i < 2; i++) {
    tile[threadIdx.x] = in[threadIdx.x + 64 * i];  //! fault missingWait
    fenceAsyncProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(out + 64 * i, tile, 256);
      commitStores();
    }
    __syncthreads();
  }
}

extern "C" __global__ void rightWaitForReads(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  for (int i = 0; i < 2; i++) {
    tile[threadIdx.x] = in[threadIdx.x + 64 * i];
    fenceAsyncProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(out + 64 * i, tile, 256);
      commitStores();
      waitForReads<0>();
    }
    __syncthreads();
  }
}

extern "C" __global__ void rightTwoStages(int* out, const int* in) {
  __shared__ alignas(128) int tile[2][64];
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == 0) waitForReads<1>();
    __syncthreads();
    tile[i % 2][threadIdx.x] = in[threadIdx.x + 64 * i];
    fenceAsyncProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(out + 64 * i, tile[i % 2], 256);
      commitStores();
    }
  }
  if (threadIdx.x == 0) waitForStores<0>();
}

extern "C" __global__ void wrongTwoStagesTooLate(int* out, const int* in) {
  __shared__ alignas(128) int tile[2][64];
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == 0) waitForReads<2>();
    __syncthreads();
    tile[i % 2][threadIdx.x] = in[threadIdx.x + 64 * i];  //! fault missingWait
    fenceAsyncProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(out + 64 * i, tile[i % 2], 256);
      commitStores();
    }
  }
  if (threadIdx.x == 0) waitForStores<0>();
}

extern "C" __global__ void wrongWaitWithoutCommit(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  for (int i = 0; i < 2; i++) {
    tile[threadIdx.x] = in[threadIdx.x + 64 * i];  //! fault missingWait
    fenceAsyncProxy();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(out + 64 * i, tile, 256);
      waitForReads<0>();
    }
    __syncthreads();
  }
}

/** What the engine writes is in device memory behind the wait for all of the copy. */
extern "C" __global__ void rightReadBack(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsyncProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);
    commitStores();
    waitForStores<0>();
  }
  __syncthreads();
  out[128 + threadIdx.x] = out[63 - threadIdx.x];
}

/** The wait is for the source alone. */
extern "C" __global__ void wrongReadBack(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsyncProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);
    commitStores();
    waitForReads<0>();
  }
  __syncthreads();
  out[128 + threadIdx.x] = out[63 - threadIdx.x];  //! fault missingWait
}

extern "C" __global__ void wrongWriteBehind(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  fenceAsyncProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(out, tile, 256);
    commitStores();
    out[3] = 7;  //! fault missingWait
    waitForStores<0>();
  }
}
