// Shared and local memory that nothing has written.

extern "C" __global__ void right(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[threadIdx.x % 4], 1);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongCountersNotZeroed(int* out) {
  __shared__ int s[4];
  atomicAdd(&s[threadIdx.x % 4], 1);  //! fault uninitialisedRead
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongZeroedByTooFew(int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s[2 * threadIdx.x], 1);  //! fault uninitialisedRead
  __syncthreads();
  out[threadIdx.x] = s[126 - 2 * threadIdx.x];
}

extern "C" __global__ void wrongFlagNotZeroed(int* out) {
  __shared__ int any;
  if (out[threadIdx.x] > 0) any = out[0];
  __syncthreads();
  out[threadIdx.x] = any;  //! fault uninitialisedRead
}

extern "C" __global__ void rightUnusedLanes(int* out) {
  __shared__ int s[64];
  if (threadIdx.x < 32) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int value = s[threadIdx.x];
  if (threadIdx.x < 32) out[threadIdx.x] = value;
}

extern "C" __global__ void wrongLocalArray(int* out) {
  int seen[8];
  for (int i = 0; i < 4; i++) seen[(i * threadIdx.x) % 8] = i;
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += seen[i ^ (threadIdx.x & 7)];  //! fault uninitialisedRead
  out[threadIdx.x] = sum;
}

extern "C" __global__ void rightLocalArray(int* out) {
  int seen[8] = {};
  for (int i = 0; i < 4; i++) seen[(i * threadIdx.x) % 8] = i;
  int sum = 0;
  for (int i = 0; i < 8; i++) sum += seen[i ^ (threadIdx.x & 7)];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongPaddedColumn(int* out) {
  __shared__ int tile[8][9];
  tile[threadIdx.x / 8][threadIdx.x % 8] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 8][1 + threadIdx.x / 8];  //! fault uninitialisedRead
}

// With one word in all places, the difference of two is zero whatever that word is.
extern "C" __global__ void wrongDifferenceOfTwo(int* out) {
  __shared__ int left[64], right[64];
  if (out[threadIdx.x] > 0) left[threadIdx.x] = right[threadIdx.x] = out[0];
  __syncthreads();
  out[threadIdx.x] = left[threadIdx.x] - right[threadIdx.x];  //! fault uninitialisedRead
}

extern "C" __global__ void rightDifferenceWithItself(int* out) {
  __shared__ int left[64];
  if (out[threadIdx.x] > 0) left[threadIdx.x] = out[0];
  __syncthreads();
  const volatile int* at = &left[threadIdx.x];
  const int first = *at;
  out[threadIdx.x] = first - *at;
}
