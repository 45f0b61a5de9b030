// Shuffles and votes with lanes that have exited, or that another branch holds.
extern "C" __global__ void rightMaskOfTheLeft(int* out) {
  const unsigned left = __ballot_sync(0xffffffff, threadIdx.x % 32 < 20);
  if (threadIdx.x % 32 >= 20) return;
  out[threadIdx.x] = __shfl_sync(left, threadIdx.x, 19 - threadIdx.x % 32);
}

extern "C" __global__ void wrongReadsTheGone(int* out) {
  const unsigned left = __ballot_sync(0xffffffff, threadIdx.x % 32 < 20);
  if (threadIdx.x % 32 >= 20) return;
  out[threadIdx.x] = __shfl_sync(left, threadIdx.x, 31 - threadIdx.x % 32);  //! fault memberMask
}

extern "C" __global__ void wrongButterflyOverTheEnd(int* out) {
  const unsigned left = __ballot_sync(0xffffffff, threadIdx.x % 32 < 20);
  if (threadIdx.x % 32 >= 20) return;
  int sum = threadIdx.x;
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(left, sum, lanes);  //! fault memberMask
  out[threadIdx.x] = sum;
}

extern "C" __global__ void rightButterflyOfAll(int* out) {
  int sum = threadIdx.x % 32 < 20 ? threadIdx.x : 0;
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_xor_sync(0xffffffff, sum, lanes);
  if (threadIdx.x % 32 < 20) out[threadIdx.x] = sum;
}

extern "C" __global__ void rightDownWithinWidth(int* out) {
  if (threadIdx.x % 32 >= 16) return;
  int sum = threadIdx.x;
  for (int lanes = 8; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffff, sum, lanes, 16);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}

extern "C" __global__ void wrongDownBeyondWidth(int* out) {
  if (threadIdx.x % 32 >= 16) return;
  int sum = threadIdx.x;
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xffff, sum, lanes);  //! fault memberMask
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = sum;
}

extern "C" __global__ void wrongMaskOfTheNeighbours(int* out) {
  const unsigned upper = 0xffff0000;
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_sync(upper, threadIdx.x, 16);  //! fault memberMask
}

extern "C" __global__ void wrongReduceMaskTooSmall(int* out) {
  out[threadIdx.x] = __reduce_add_sync(0x7fffffff, threadIdx.x);  //! fault memberMask
}

extern "C" __global__ void rightReduceOfAll(int* out) {
  out[threadIdx.x] = __reduce_add_sync(0xffffffff, threadIdx.x);
}
