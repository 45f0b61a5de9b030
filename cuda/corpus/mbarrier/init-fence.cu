// An mbarrier that a copy engine tells of its bytes: who initialises it has to fence that, or has to be the one who asks.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/mbarrier.cuh"
#include "../../include/tma.cuh"

__device__ void copyIn(void* to, const void* from, int bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(barrier))
               : "memory");
}

extern "C" __global__ void right(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initBarrier(&full, 1);
    fenceBarrierInit();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void rightProxyFence(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initBarrier(&full, 1);
    fenceAsyncProxy();
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void rightFenceOfAnother(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) initBarrier(&full, 1);
  __syncthreads();
  if (threadIdx.x == 32) {
    fenceAsyncProxy();
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void rightNoCopy(int* out, const int* in) {
  __shared__ int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) initBarrier(&full, 64);
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  arrive(&full);
  waitFor(&full, 0);
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void wrongNoFence(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) initBarrier(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);  //! hazard missingFence, advice fence.mbarrier_init, tried adding fence.mbarrier_init.release.cluster
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongFenceBeforeInit(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    fenceBarrierInit();
    initBarrier(&full, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);  //! hazard missingFence, advice fence.mbarrier_init
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongFenceOfOtherLane(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) initBarrier(&full, 1);
  if (threadIdx.x == 1) fenceBarrierInit();
  __syncthreads();
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);  //! hazard missingFence, advice fence.mbarrier_init
  }
  waitFor(&full, 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongNoBarrier(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    initBarrier(&full, 1);
    fenceBarrierInit();
  }
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
  }
  waitFor(&full, 0);  //! fault race, advice __syncthreads
  out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void wrongTwice(int* out, const int* in) {
  __shared__ uint64_t full;
  if (threadIdx.x % 32 == 0) initBarrier(&full, 64);  //! fault mbarrier //! fault race
  __syncthreads();
  arrive(&full);
  waitFor(&full, 0);
  out[threadIdx.x] = in[threadIdx.x];
}
