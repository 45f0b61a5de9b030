// What shared memory costs: bank conflicts by pitch, width and pattern, and what helps.
//! launch {"block": [32, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 32, "init": {"kind": "zeros"}, "output": true}]}

extern "C" __global__ void rightRow(int* out) {
  __shared__ int tile[32][32];
  const int t = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][t] = y;
  __syncwarp();
  out[t] = tile[3][t];
}

extern "C" __global__ void wrongColumn(int* out) {
  __shared__ int tile[32][32];
  const int t = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][t] = y;
  __syncwarp();
  out[t] = tile[t][3];  //! cost bankConflicts, advice Swizzle<5,2,5>
}

extern "C" __global__ void rightPaddedColumn(int* out) {
  __shared__ int tile[32][33];
  const int t = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][t] = y;
  __syncwarp();
  out[t] = tile[t][3];
}

extern "C" __global__ void rightSwizzledColumn(int* out) {
  __shared__ int tile[32][32];
  const int t = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][t ^ y] = y;
  __syncwarp();
  out[t] = tile[t][3 ^ t];
}

extern "C" __global__ void wrongPadOfTwo(int* out) {
  __shared__ int tile[32][34];
  const int t = threadIdx.x;
  for (int y = 0; y < 32; y++) tile[y][t] = y;
  __syncwarp();
  out[t] = tile[t][3];  //! cost bankConflicts, advice Pad each row
}

extern "C" __global__ void wrongEveryOther(int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  s[t + 32] = t;
  __syncwarp();
  out[t] = s[2 * t];  //! cost bankConflicts, advice neighbouring
}

extern "C" __global__ void rightBroadcast(int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  out[t] = s[7] + s[t / 4];
}

extern "C" __global__ void rightVectors(int* out) {
  __shared__ alignas(16) int4 s[32];
  const int t = threadIdx.x;
  s[t] = make_int4(t, t, t, t);
  __syncwarp();
  const int4 four = s[31 - t];
  out[t] = four.x + four.y + four.z + four.w;
}

extern "C" __global__ void wrongStructs(int* out) {
  __shared__ int s[32 * 8];
  const int t = threadIdx.x;
  for (int i = 0; i < 8; i++) s[t + 32 * i] = t;
  __syncwarp();
  out[t] = s[8 * t];  //! cost bankConflicts
}

extern "C" __global__ void wrongAtomics(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncwarp();
  atomicAdd(&count, threadIdx.x);  //! cost atomicContention, advice Combine
  __syncwarp();
  out[threadIdx.x] = count;
}

extern "C" __global__ void rightAtomicsOfOneLane(int* out) {
  __shared__ int count;
  if (threadIdx.x == 0) count = 0;
  __syncwarp();
  const int sum = __reduce_add_sync(~0u, threadIdx.x);
  if (threadIdx.x == 0) atomicAdd(&count, sum);
  __syncwarp();
  out[threadIdx.x] = count;
}
