// A ring that a warp fills by the copy engine: readers give a stage back by an arrival, with and without a fence, and had what they read or not.
//! launch {"block": [64, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 32, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/mbarrier.cuh"
#include "../../include/tma.cuh"

constexpr int STEPS = 8;

__device__ void copyIn(void* to, const void* from, int bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(barrier))
               : "memory");
}

struct Ring {
  alignas(128) int stages[2][32];
  int kept[32];
  uint64_t full[2], empty[2];
};

template <class Between>
__device__ void run(int* out, const int* in, Ring& ring, Between between) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < 2; s++) {
      initBarrier(&ring.full[s], 1);
      initBarrier(&ring.empty[s], 32);
    }
    fenceBarrierInit();
  }
  __syncthreads();
  if (threadIdx.x == 32) {
#pragma unroll 1
    for (int i = 0; i < STEPS; i++) {
      waitFor(&ring.empty[i % 2], i / 2 % 2 ^ 1);
      arriveExpecting(&ring.full[i % 2], 128);
      copyIn(ring.stages[i % 2], in + 32 * i, 128, &ring.full[i % 2]);
    }
  }
  if (threadIdx.x >= 32) return;
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < STEPS; i++) {
    waitFor(&ring.full[i % 2], i / 2 % 2);
    int word;
    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(word) : "r"(sharedAddress(&ring.stages[i % 2][31 - threadIdx.x])) : "memory");
    sum = 3 * sum + word;
    between(sum);
    arrive(&ring.empty[i % 2]);
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongSums(int* out, const int* in) {
  __shared__ Ring ring;
  run(out, in, ring, [](int) {});  //! fault missingFence, advice fence.proxy.async
}

extern "C" __global__ void wrongVote(int* out, const int* in) {
  __shared__ Ring ring;
  run(out, in, ring, [](int sum) { asm volatile("" ::"r"(__ballot_sync(~0u, sum == 77)) : "memory"); });  //! fault missingFence
}

// No fence, but nothing arrives before the value is there.
extern "C" __global__ void wrongButStored(int* out, const int* in) {
  __shared__ Ring ring;
  run(out, in, ring, [&](int sum) { asm volatile("st.shared.b32 [%0], %1;" ::"r"(sharedAddress(&ring.kept[threadIdx.x])), "r"(sum) : "memory"); });  //! hazard missingFence
}

extern "C" __global__ void wrongButExchanged(int* out, const int* in) {
  __shared__ Ring ring;
  run(out, in, ring, [](int sum) { asm volatile("" ::"r"(__shfl_xor_sync(~0u, sum, 1)) : "memory"); });  //! hazard missingFence
}

extern "C" __global__ void wrongButBranched(int* out, const int* in) {
  __shared__ Ring ring;
  run(out, in, ring, [](int sum) { if (sum == 0x12345678) asm volatile("trap;"); });  //! hazard missingFence
}

extern "C" __global__ void rightFence(int* out, const int* in) {
  __shared__ Ring ring;
  run(out, in, ring, [](int) { fenceAsyncProxy(); });
}
