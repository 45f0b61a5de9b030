// wgmma: a product takes 64 rows, of which a tile may have fewer; the rows behind it may be those of a copy that is under way.
//! launch {"block": [128, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "f32", "length": 128, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "f16", "length": 1024, "init": {"kind": "iota", "start": 1, "step": 0}}]}
#include "../../include/mbarrier.cuh"
#include "../../include/tma.cuh"

// K-major tiles of 64 x 16 and 8 x 16 halves without a swizzle: core matrices of 8 rows of 16 bytes.
__device__ uint64_t descriptor(const void* tile) {
  return (sharedAddress(tile) >> 4 & 0x3fff) | 8ull << 16 | 16ull << 32;
}

__device__ void load(void* to, const void* from, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(sharedAddress(to)), "l"(from), "r"(sharedAddress(barrier))
               : "memory");
}

/** Rows 0 to 31 are there, 32 to 63 come by a second copy. `Waits`: for that one, too, before the product. */
template <bool Waits>
__device__ float firstSum(const unsigned short* in) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  __shared__ uint64_t full[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; i++) initBarrier(&full[i], 1);
    fenceBarrierInit();
  }
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; i++) {
      arriveExpecting(&full[i], 1024);
      load(&a[512 * i], in + 512 * i, &full[i]);
    }
  }
  waitFor(&full[0], 0);
  if (Waits) waitFor(&full[1], 0);
  float d[4] = {0, 0, 0, 0};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(descriptor(a)), "l"(descriptor(b)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  if (!Waits) waitFor(&full[1], 0);
  return d[0];
}

extern "C" __global__ void right(float* out, const unsigned short* in) { out[threadIdx.x] = firstSum<true>(in); }

extern "C" __global__ void wrongRowsUnderWay(float* out, const unsigned short* in) {
  out[threadIdx.x] = firstSum<false>(in);  //! fault missingWait
}

// Only sums of rows that have come are stored; the manual says nothing about what else a product may read.
extern "C" __global__ void wrongRowsOfNobody(float* out, const unsigned short* in) {
  const float sum = firstSum<false>(in);  //! hazard missingWait
  if (threadIdx.x < 64) out[threadIdx.x] = sum;
}
