// Copies by the engine into shared memory: who may read when, and who may overwrite.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 256, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/mbarrier.cuh"
#include "../../include/tma.cuh"

__device__ void copyIn(void* to, const void* from, int bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(barrier))
               : "memory");
}

__device__ void startOne(uint64_t* barrier, int arrivals) {
  if (threadIdx.x == 0) {
    initBarrier(barrier, arrivals);
    fenceBarrierInit();
  }
  __syncthreads();
}

extern "C" __global__ void rightAllArrive(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 64);
  if (threadIdx.x == 0) {
    copyIn(tile, in, 256, &full);
    arriveExpecting(&full, 256);
  } else {
    arrive(&full);
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void rightOneWaitsForAll(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
    waitFor(&full, 0);
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongNobodyWaits(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);  //! fault missingWait
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  //! fault missingWait
}

extern "C" __global__ void wrongOneWarpWaits(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
  }
  if (threadIdx.x < 32) waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];  //! fault race
}

extern "C" __global__ void wrongBytes(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 512);
    copyIn(tile, in, 256, &full);
  }
  waitFor(&full, 0);  //! fault deadlock, advice expect_tx
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongOddSize(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 248);
    copyIn(tile, in, 248, &full);  //! fault badOperand
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongMisaligned(int* out, const int* in) {
  __shared__ alignas(128) int tile[68];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile + 1, in, 256, &full);  //! fault misaligned
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongPastTheEnd(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in + 224, 256, &full);  //! fault outOfBounds
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void rightAgainBehindBarrier(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  for (int i = 0; i < 3; i++) {
    if (threadIdx.x == 0) {
      arriveExpecting(&full, 256);
      copyIn(tile, in + 64 * i, 256, &full);
    }
    waitFor(&full, i & 1);
    out[threadIdx.x] += tile[63 - threadIdx.x];
    __syncthreads();
  }
}

extern "C" __global__ void wrongAgainAtOnce(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  for (int i = 0; i < 3; i++) {
    if (threadIdx.x == 0) {
      arriveExpecting(&full, 256);
      copyIn(tile, in + 64 * i, 256, &full);  //! fault race
    }
    waitFor(&full, i & 1);
    out[threadIdx.x] += tile[63 - threadIdx.x];
  }
}

extern "C" __global__ void wrongClearedBefore(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  tile[threadIdx.x] = 0;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);  //! fault missingFence, advice fence.proxy.async
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongWrittenMeanwhile(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
    tile[3] = 0;  //! fault missingWait
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}
