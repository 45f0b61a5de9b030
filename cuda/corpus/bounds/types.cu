// Bytes, halves, structs and vectors: widths, alignment, casts.

extern "C" __global__ void rightBytes(unsigned char* out) {
  __shared__ unsigned char s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void wrongBytes(unsigned char* out) {
  __shared__ unsigned char s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race
}

extern "C" __global__ void wrongCastOddBytes(int* out) {
  __shared__ alignas(4) unsigned char s[65];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) s[64] = 0;
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = *reinterpret_cast<int*>(s + 4 * threadIdx.x + 1);  //! fault misaligned
}

extern "C" __global__ void rightCast(int* out) {
  __shared__ alignas(4) unsigned char s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = *reinterpret_cast<int*>(s + 4 * threadIdx.x);
}

extern "C" __global__ void wrongCastPartlyWritten(int* out) {
  __shared__ alignas(4) unsigned char s[64];
  if (threadIdx.x % 4 != 3) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = *reinterpret_cast<int*>(s + 4 * threadIdx.x);  //! fault uninitialisedRead
}

extern "C" __global__ void rightCastMasked(int* out) {
  __shared__ alignas(4) unsigned char s[64];
  if (threadIdx.x % 4 != 3) s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = *reinterpret_cast<int*>(s + 4 * threadIdx.x) & 0xffffff;
}

struct Pair {
  int key;
  float value;
};

extern "C" __global__ void rightPairs(int* out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x] = {static_cast<int>(threadIdx.x), 1.0f};
  __syncthreads();
  const Pair other = pairs[63 - threadIdx.x];
  out[threadIdx.x] = other.key + static_cast<int>(other.value);
}

extern "C" __global__ void wrongPairsHalfWritten(int* out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x].key = threadIdx.x;
  __syncthreads();
  const Pair other = pairs[63 - threadIdx.x];  //! fault uninitialisedRead
  out[threadIdx.x] = other.key + static_cast<int>(other.value);
}

extern "C" __global__ void wrongPairsTooFew(int* out) {
  __shared__ Pair pairs[48];
  pairs[threadIdx.x].key = threadIdx.x;  //! fault outOfBounds
  __syncthreads();
  out[threadIdx.x] = pairs[threadIdx.x % 48].key;
}

extern "C" __global__ void wrongDouble(int* out) {
  __shared__ alignas(8) int s[65];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) s[64] = 0;
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = *reinterpret_cast<double*>(s + 2 * threadIdx.x + 1) > 0;  //! fault misaligned
}
