// wgmma: fences of registers and of the async proxy, waits, and the four warps of a warpgroup.
//! launch {"block": [128, 1, 1], "buffers": [{"name": "out", "type": "f32", "length": 128, "init": {"kind": "zeros"}, "output": true}]}
#include "../../include/mbarrier.cuh"
#include "../../include/tma.cuh"

// K-major tiles of 64 x 16 and 8 x 16 halves without a swizzle: core matrices of 8 rows of 16 bytes.
__device__ uint64_t descriptor(const void* tile, int leadingBytes, int strideBytes) {
  const uint64_t at = sharedAddress(tile);
  return (at >> 4 & 0x3fff) | static_cast<uint64_t>(leadingBytes >> 4) << 16 | static_cast<uint64_t>(strideBytes >> 4) << 32;
}

__device__ void fenceSums() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commitProducts() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
__device__ void waitForProducts() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }

__device__ void product(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b));
}

extern "C" __global__ void right(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void wrongNoProxyFence(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));  //! fault missingFence, advice each thread that wrote, tried adding fence.proxy.async in front of each barrier
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void wrongNoBarrier(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));  //! fault race
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void wrongNoRegisterFence(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));  //! fault missingFence, advice wgmma.fence, tried adding wgmma.fence.sync.aligned
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void wrongNoWait(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));
  commitProducts();
  out[threadIdx.x] = d[0] + d[3];  //! fault missingWait
}

extern "C" __global__ void wrongOverwritten(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));
  commitProducts();
  b[threadIdx.x] = 0;  //! fault missingWait
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void wrongOneWarpStaysAway(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  if (threadIdx.x < 96) {
    fenceSums();
    product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));  //! fault barrier
    commitProducts();
    waitForProducts();
  }
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void rightTwoProducts(float* out) {
  __shared__ alignas(128) unsigned short a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = 0x3c00;
  b[threadIdx.x] = 0x3c00;
  fenceAsyncProxy();
  __syncthreads();
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));
  product(d, descriptor(a, 128, 256), descriptor(b, 128, 256));
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

//! launch {"block": [128, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "f32", "length": 128, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "u16", "length": 1152, "init": {"kind": "iota"}}]}
// Tiles of a bulk copy. Each warp looks whether it is over; one that looks too early must look again.
struct Tiles {
  unsigned short a[64 * 16], b[8 * 16];
};

__device__ void startCopy(Tiles& tiles, uint64_t& full, const unsigned short* in) {
  if (threadIdx.x == 0) {
    initBarrier(&full, 1);
    fenceBarrierInit();
    arriveExpecting(&full, sizeof(Tiles));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sharedAddress(&tiles)),
                 "l"(in), "r"(static_cast<int>(sizeof(Tiles))), "r"(sharedAddress(&full))
                 : "memory");
  }
  __syncthreads();
}

extern "C" __global__ void rightLooksAgain(float* out, const unsigned short* in) {
  __shared__ alignas(128) Tiles tiles;
  __shared__ uint64_t full;
  startCopy(tiles, full, in);
  if (!hasCompleted(&full, 0)) waitFor(&full, 0);
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(tiles.a, 128, 256), descriptor(tiles.b, 128, 256));
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}

extern "C" __global__ void wrongLooksOnce(float* out, const unsigned short* in) {
  __shared__ alignas(128) Tiles tiles;
  __shared__ uint64_t full;
  startCopy(tiles, full, in);
  hasCompleted(&full, 0);
  float d[4] = {0, 0, 0, 0};
  fenceSums();
  product(d, descriptor(tiles.a, 128, 256), descriptor(tiles.b, 128, 256));  //! fault missingWait, advice Wait for the asynchronous operation
  commitProducts();
  waitForProducts();
  out[threadIdx.x] = d[0] + d[3];
}
