// Compaction, aggregation and searches by votes and shuffles.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void rightCompact(int* out, const int* in) {
  const unsigned keep = __ballot_sync(~0u, in[threadIdx.x] % 3 == 0);
  const int lane = threadIdx.x % 32, rank = __popc(keep & ((1u << lane) - 1));
  if (keep >> lane & 1) out[32 * (threadIdx.x / 32) + rank] = in[threadIdx.x];
}

extern "C" __global__ void wrongCompactAcrossWarps(int* out, const int* in) {
  const unsigned keep = __ballot_sync(~0u, in[threadIdx.x] % 3 == 0);
  const int lane = threadIdx.x % 32, rank = __popc(keep & ((1u << lane) - 1));
  if (keep >> lane & 1) out[rank] = in[threadIdx.x];  //! fault race
}

extern "C" __global__ void wrongRankIncludesSelf(int* out, const int* in) {
  const unsigned keep = __ballot_sync(~0u, true);
  const int lane = threadIdx.x % 32, rank = __popc(keep & (lane == 31 ? ~0u : (2u << lane) - 1));
  out[32 * (threadIdx.x / 32) + rank] = in[threadIdx.x];  //! fault outOfBounds
}

extern "C" __global__ void rightAggregated(int* out, const int* in) {
  const unsigned mates = __match_any_sync(~0u, in[threadIdx.x] % 4);
  const int leader = __ffs(mates) - 1;
  if (threadIdx.x % 32 == leader) atomicAdd(&out[in[threadIdx.x] % 4], __popc(mates));
}

extern "C" __global__ void wrongAggregatedPlain(int* out, const int* in) {
  const unsigned mates = __match_any_sync(~0u, in[threadIdx.x] % 4);
  const int leader = __ffs(mates) - 1;
  if (threadIdx.x % 32 == leader) out[in[threadIdx.x] % 4] += __popc(mates);  //! fault race
}

extern "C" __global__ void wrongLeaderMask(int* out, const int* in) {
  const unsigned mates = __match_any_sync(~0u, in[threadIdx.x] % 4);
  const int leader = __ffs(mates) - 1;
  out[threadIdx.x] = __shfl_sync(mates, threadIdx.x, (leader + 1) % 32);  //! fault memberMask
}

extern "C" __global__ void rightLeaderMask(int* out, const int* in) {
  const unsigned mates = __match_any_sync(~0u, in[threadIdx.x] % 4);
  out[threadIdx.x] = __shfl_sync(mates, threadIdx.x, __ffs(mates) - 1);
}

extern "C" __global__ void rightLoopUntilNone(int* out, const int* in) {
  int left = in[threadIdx.x] % 5, rounds = 0;
  while (__any_sync(~0u, left > 0)) {
    if (left > 0) left--;
    rounds++;
  }
  out[threadIdx.x] = rounds;
}

extern "C" __global__ void wrongLoopByLane(int* out, const int* in) {
  int left = in[threadIdx.x] % 5, rounds = 0;
  while (left > 0) {
    left -= 1;
    rounds += __popc(__ballot_sync(~0u, left > 0));  //! fault barrier
  }
  __syncwarp();
  out[threadIdx.x] = rounds;
}

extern "C" __global__ void wrongDownOfHalf(int* out, const int* in) {
  int sum = in[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0xffff, sum, d);  //! fault memberMask
  if (threadIdx.x % 32 < 16) out[threadIdx.x] = sum;
}

extern "C" __global__ void rightDownOfHalf(int* out, const int* in) {
  int sum = in[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0xffff, sum, d);
  if (threadIdx.x % 32 == 0) out[threadIdx.x] = sum;
}

extern "C" __global__ void rightDownOfHalfByWidth(int* out, const int* in) {
  int sum = in[threadIdx.x];
  for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, 16);
  out[threadIdx.x] = sum;
}
