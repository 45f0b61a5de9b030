// Four of eight warps hand words on to each other, while the others do something else: a barrier of these four is enough.
//! launch {"block": [256, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 128, "init": {"kind": "zeros"}, "output": true}]}

__device__ void syncWarpgroup(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }

extern "C" __global__ void right(int* out) {
  __shared__ int tile[128];
  if (threadIdx.x < 128) {
    tile[threadIdx.x] = threadIdx.x;
    syncWarpgroup(1);
    out[threadIdx.x] = tile[127 - threadIdx.x];
  }
  __syncthreads();
}

extern "C" __global__ void wrong(int* out) {
  __shared__ int tile[128];
  if (threadIdx.x < 128) {
    tile[threadIdx.x] = threadIdx.x;  //! fault race, tried adding a barrier of the warpgroup
    out[threadIdx.x] = tile[127 - threadIdx.x];
  }
  __syncthreads();
}
