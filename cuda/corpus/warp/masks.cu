// Member masks: who may be named, who has to come.

extern "C" __global__ void rightFull(int* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
}

extern "C" __global__ void rightHalves(int* out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0x0000ffff, threadIdx.x, 1);
  else out[threadIdx.x] = __shfl_xor_sync(0xffff0000, threadIdx.x, 2);
}

extern "C" __global__ void rightOthersExit(int* out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
}

extern "C" __global__ void wrongHalfWithFullMask(int* out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  __syncwarp();  //! fault barrier
  out[threadIdx.x] += 1;
}

// PTX asks for the same qualifiers and the same mask, not for one instruction.
extern "C" __global__ void rightFullMaskInBothBranches(int* out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
  else out[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 2);
}

extern "C" __global__ void rightBallotBefore(int* out) {
  const unsigned mask = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);
  if (threadIdx.x % 3 == 0) out[threadIdx.x] = __reduce_add_sync(mask, threadIdx.x);
}

extern "C" __global__ void wrongNotNamed(int* out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_xor_sync(0x000000ff, threadIdx.x, 1);  //! fault memberMask
}

extern "C" __global__ void wrongReadsOutside(int* out) {
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = __shfl_sync(0x0000ffff, threadIdx.x, 20);  //! fault memberMask
}

extern "C" __global__ void rightActivemask(int* out) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = __popc(__activemask());
}

extern "C" __global__ void rightMatch(int* out) {
  const unsigned mates = __match_any_sync(0xffffffff, threadIdx.x % 4);
  out[threadIdx.x] = __reduce_min_sync(mates, threadIdx.x);
}

extern "C" __global__ void rightSegments(int* out) {
  out[threadIdx.x] = __shfl_down_sync(0xffffffff, threadIdx.x, 4, 8);
}

extern "C" __global__ void rightVoteOfTheLast(int* out) {
  if (threadIdx.x > 40) out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 50);
}

extern "C" __global__ void wrongVoteInLoop(int* out) {
  for (int i = 0; i < threadIdx.x % 4; i++) out[threadIdx.x] += __any_sync(0xffffffff, i == 2);  //! fault barrier
  __syncwarp();
  out[threadIdx.x] += 1;
}

extern "C" __global__ void rightVoteWholeWarp(int* out) {
  if (threadIdx.x >= 32) out[threadIdx.x] = __any_sync(0xffffffff, threadIdx.x == 50);
}

extern "C" __global__ void rightEarlyExit(int* out) {
  if (threadIdx.x % 32 >= 20) return;
  out[threadIdx.x] = __reduce_add_sync(0x000fffff, threadIdx.x);
}
