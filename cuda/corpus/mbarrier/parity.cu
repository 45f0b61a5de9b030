// The parity of waits: 0 for the first phase of a fresh mbarrier; parity 1 passes at once, which only producers want.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
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

extern "C" __global__ void rightCopy(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x == 0) {
      arriveExpecting(&full, 256);
      copyIn(tile, in + 64 * i, 256, &full);
    }
    waitFor(&full, i & 1);
    out[threadIdx.x] += tile[threadIdx.x];
    __syncthreads();
  }
}

extern "C" __global__ void wrongParityOfFirst(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  if (threadIdx.x == 0) {
    arriveExpecting(&full, 256);
    copyIn(tile, in, 256, &full);
  }
  waitFor(&full, 1);
  out[threadIdx.x] = tile[threadIdx.x];  //! fault race, advice parity
}

extern "C" __global__ void wrongParityNeverFlips(int* out, const int* in) {
  __shared__ alignas(128) int tile[64];
  __shared__ uint64_t full;
  startOne(&full, 1);
  for (int i = 0; i < 2; i++) {
    if (threadIdx.x == 0) {
      arriveExpecting(&full, 256);
      copyIn(tile, in + 64 * i, 256, &full);
    }
    waitFor(&full, 0);
    out[threadIdx.x] += tile[threadIdx.x];  //! fault missingWait, advice parity
    __syncthreads();
  }
}

extern "C" __global__ void rightRing(int* out, const int* in) {
  __shared__ int ring[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int s = 0; s < 2; s++) {
      initBarrier(&full[s], 32);
      initBarrier(&empty[s], 32);
    }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 8; i++) {
      waitFor(&empty[i % 2], (i / 2 & 1) ^ 1);
      ring[i % 2][lane] = in[32 * i + lane];
      arrive(&full[i % 2]);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < 8; i++) {
      waitFor(&full[i % 2], i / 2 & 1);
      sum += ring[i % 2][31 - lane];
      arrive(&empty[i % 2]);
    }
    out[lane] = sum;
  }
}

extern "C" __global__ void wrongRingConsumer(int* out, const int* in) {
  __shared__ int ring[2][32];
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0)
    for (int s = 0; s < 2; s++) {
      initBarrier(&full[s], 32);
      initBarrier(&empty[s], 32);
    }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 2; i++) {
      waitFor(&empty[i % 2], 1);  //! fault deadlock
      ring[i % 2][lane] = in[32 * i + lane];
      arrive(&full[i % 2]);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
      waitFor(&full[i % 2], 1);
      sum += ring[i % 2][31 - lane];  //! fault uninitialisedRead, advice parity
      arrive(&empty[i % 2]);
    }
    out[lane] = sum;
  }
}

extern "C" __global__ void wrongRingProducer(int* out, const int* in) {
  __shared__ int stage[32];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    initBarrier(&full, 32);
    initBarrier(&empty, 32);
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 2; i++) {
      waitFor(&empty, 1);
      stage[lane] = in[32 * i + lane];
      arrive(&full);
    }
  } else {
    int sum = 0;
    waitFor(&full, 0);  //! fault deadlock
    sum += stage[31 - lane];
    arrive(&empty);
    waitFor(&full, 1);
    out[lane] = sum + stage[31 - lane];
  }
}

extern "C" __global__ void wrongFirstWaitOfProducer(int* out, const int* in) {
  __shared__ int stage[32];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    initBarrier(&full, 32);
    initBarrier(&empty, 32);
  }
  __syncthreads();
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    waitFor(&empty, 0);  //! fault deadlock
    stage[lane] = in[lane];
    arrive(&full);
  } else {
    waitFor(&full, 0);
    out[lane] = stage[31 - lane];
    arrive(&empty);
  }
}

extern "C" __global__ void rightStateToken(int* out, const int* in) {
  __shared__ int tile[64];
  __shared__ uint64_t bar;
  if (threadIdx.x == 0) initBarrier(&bar, 64);
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    tile[threadIdx.x] = in[threadIdx.x + i];
    uint64_t state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(sharedAddress(&bar)) : "memory");
    uint32_t done = 0;
    while (done == 0)
      asm volatile(
          "{\n.reg .pred p;\nmbarrier.test_wait.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
          : "=r"(done)
          : "r"(sharedAddress(&bar)), "l"(state)
          : "memory");
    out[threadIdx.x] += tile[63 - threadIdx.x];
    __syncthreads();
  }
}
