// One line loads device memory and stores shared memory, and another one does the reverse: two races at one pair of lines.
//! launch {"block": [32, 32, 1], "buffers": [{"name": "out", "type": "s32", "length": 1024, "init": {"kind": "iota"}, "output": true}]}

/** A barrier between the lines orders both; behind the last load of device memory it would leave the race of the tile. */
extern "C" __global__ void wrongTransposeInPlace(int* out) {
  __shared__ int tile[32][33];
  tile[threadIdx.y][threadIdx.x] = out[32 * threadIdx.y + threadIdx.x];
  out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  //! fault race, tried adding __syncthreads()
}

extern "C" __global__ void rightTransposeInPlace(int* out) {
  __shared__ int tile[32][33];
  tile[threadIdx.y][threadIdx.x] = out[32 * threadIdx.y + threadIdx.x];
  __syncthreads();
  out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void wrongBothMemories(int* out) {
  __shared__ int tile[32][33];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];  //! fault race, tried it and 1 other finding go
}

extern "C" __global__ void rightBothMemories(int* out) {
  __shared__ int tile[32][33];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
