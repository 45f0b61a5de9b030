// Counting into bins: plain, atomic, per warp.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 0}}]}

extern "C" __global__ void right(int* out, const int* in) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void wrongPlain(int* out, const int* in) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[in[threadIdx.x] % 16] += 1;  //! fault race, advice Make both accesses atomic, tried in vain
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void wrongNoFirstBarrier(int* out, const int* in) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  atomicAdd(&bins[in[threadIdx.x] % 16], 1);  //! fault race
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void wrongNoLastBarrier(int* out, const int* in) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] % 16], 1);
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];  //! fault race
}

extern "C" __global__ void wrongBinTooFar(int* out, const int* in) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] % 17], 1);  //! fault outOfBounds
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void rightPerWarp(int* out, const int* in) {
  __shared__ int bins[2][16];
  if (threadIdx.x < 32) bins[threadIdx.x / 16][threadIdx.x % 16] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x / 32][in[threadIdx.x] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[0][threadIdx.x] + bins[1][threadIdx.x];
}

extern "C" __global__ void rightOwnBins(int* out, const int* in) {
  __shared__ unsigned char bins[64][4];
  for (int b = 0; b < 4; b++) bins[threadIdx.x][b] = 0;
  for (int i = 0; i < 4; i++) bins[threadIdx.x][in[4 * threadIdx.x + i] % 4]++;
  __syncthreads();
  int sum = 0;
  for (int t = 0; t < 64; t++) sum += bins[t][threadIdx.x % 4];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void rightGlobal(int* out, const int* in) { atomicAdd(&out[in[threadIdx.x] % 8], 1); }

extern "C" __global__ void wrongGlobal(int* out, const int* in) {
  out[in[threadIdx.x] % 8] += 1;  //! fault race
}

extern "C" __global__ void rightMaximum(int* out, const int* in) {
  __shared__ int most;
  if (threadIdx.x == 0) most = -1;
  __syncthreads();
  atomicMax(&most, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = most;
}

extern "C" __global__ void wrongMaximum(int* out, const int* in) {
  __shared__ int most;
  if (threadIdx.x == 0) most = -1;
  __syncthreads();
  if (in[threadIdx.x] > most) most = in[threadIdx.x];  //! fault race
  __syncthreads();
  out[threadIdx.x] = most;
}

extern "C" __global__ void rightAppend(int* out, const int* in) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] % 3 == 0) out[atomicAdd(&count, 1)] = in[threadIdx.x];
}

extern "C" __global__ void wrongAppend(int* out, const int* in) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (in[threadIdx.x] % 3 == 0) out[count++] = in[threadIdx.x];  //! fault race
}
