// Tiles in shared memory, filled again in each round of a loop. Where a barrier is missing, it is advised once a round, not behind each load.
//! launch {"buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota"}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 4}]}

extern "C" __global__ void rightRounds(int* out, const int* in, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    tile[threadIdx.x] = in[64 * round + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i++) sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongOverwrittenUnrolled(int* out, const int* in, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    tile[threadIdx.x] = in[64 * round + threadIdx.x];  //! fault race, advice __syncthreads, tried in front of the st
    __syncthreads();
    for (int i = 0; i < 64; i++) sum += tile[i];
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongOverwrittenInLoop(int* out, const int* in, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    tile[threadIdx.x] = in[64 * round + threadIdx.x];  //! fault race, advice __syncthreads, tried in front of the st
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < 64; i++) sum += tile[i];
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongReadTooEarly(int* out, const int* in, int rounds) {
  __shared__ int tile[64];
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    tile[threadIdx.x] = in[64 * round + threadIdx.x];  //! fault race, advice __syncthreads, tried behind the st
    for (int i = 0; i < 64; i++) sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void rightTwoTiles(int* out, const int* in, int rounds) {
  __shared__ int tiles[2][64];
  int sum = 0;
  for (int round = 0; round < rounds; round++) {
    int* tile = tiles[round % 2];
    tile[threadIdx.x] = in[64 * round + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; i++) sum += tile[i];
  }
  out[threadIdx.x] = sum;
}
