// A shared address in a cluster has the rank of its CTA from bit 24 on; a matrix descriptor takes 18 bits of it.
//! launch {"grid": [2, 1, 1], "block": [128, 1, 1], "buffers": [{"name": "out", "type": "f32", "length": 256, "init": {"kind": "zeros"}, "output": true}]}
#include "../../include/tma.cuh"
#include "../../include/wgmma.cuh"

// Tiles of 64 x 16 and 8 x 16 halves: core matrices of 8 rows of 16 bytes, or rows of 128 bytes in a swizzle.
__device__ uint64_t describe(uint64_t address, int leadingBytes, int strideBytes) {
  return address >> 4 | static_cast<uint64_t>(leadingBytes >> 4) << 16 | static_cast<uint64_t>(strideBytes >> 4) << 32;
}

__device__ void multiply(float* out, uint64_t a, uint64_t b) {
  float d[4] = {0, 0, 0, 0};
  fenceProducts();
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b));
  commitProducts();
  waitForProducts<0>();
  out[128 * blockIdx.x + threadIdx.x] = d[0] + d[3];
}

__device__ void fill(unsigned short* tiles) {
  for (int i = threadIdx.x; i < 8192; i += 128) tiles[i] = i % 7 ? 0x3c00 : 0;
  fenceAsyncProxy();
  __syncthreads();
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) rightMasked(float* out) {
  __shared__ alignas(1024) unsigned short tiles[8192];
  fill(tiles);
  const uint64_t at = sharedAddress(tiles) & 0x3FFFF;
  multiply(out, describe(at, 128, 256), describe(at + 8192, 128, 256));
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) wrongRankInStep(float* out) {
  __shared__ alignas(1024) unsigned short tiles[8192];
  fill(tiles);
  const uint64_t at = sharedAddress(tiles);
  multiply(out, describe(at & 0x3FFFF, 128, 256), describe(at + 8192, 128, 256));  //! fault badOperand
}

// Rows of 128 bytes in a swizzle along K have no leading step, so the rank does no harm there.
extern "C" __global__ void __cluster_dims__(2, 1, 1) rightStepUnused(float* out) {
  __shared__ alignas(1024) unsigned short tiles[8192];
  fill(tiles);
  multiply(out, describeRows(tiles), describeRows(tiles + 4096));
}
