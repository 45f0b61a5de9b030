// Threads that come to one word in turns: nothing but luck keeps one from being ahead of another, unless a barrier stands between.

extern "C" __global__ void rightWarpTurns(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++) {
    if (threadIdx.x == 32 * (turn % 2)) out[0] += turn;
    __syncthreads();
  }
}

extern "C" __global__ void wrongWarpTurns(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++) {
    if (threadIdx.x == 32 * (turn % 2)) out[0] += turn;  //! fault race
  }
}

extern "C" __global__ void rightLaneAdds(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++) {
    if (threadIdx.x == turn) out[0] += turn;
    __syncwarp();
  }
}

extern "C" __global__ void wrongLaneAdds(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++) {
    if (threadIdx.x == turn) out[0] += turn;  //! fault race
  }
}

extern "C" __global__ void rightRotating(int* out) {
  if (threadIdx.x >= 32) return;
#pragma unroll 1
  for (int i = 0; i < 4; i++) {
    out[(threadIdx.x + i) % 32] = i + threadIdx.x;
    __syncwarp();
  }
}

extern "C" __global__ void wrongRotating(int* out) {
  if (threadIdx.x >= 32) return;
#pragma unroll 1
  for (int i = 0; i < 4; i++) out[(threadIdx.x + i) % 32] = i + threadIdx.x;  //! fault race
}

extern "C" __global__ void rightRotatingShared(int* out) {
  __shared__ int s[32];
  if (threadIdx.x >= 32) return;
#pragma unroll 1
  for (int i = 0; i < 4; i++) {
    s[(threadIdx.x + i) % 32] = i + threadIdx.x;
    __syncwarp();
  }
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongRotatingShared(int* out) {
  __shared__ int s[32];
  if (threadIdx.x >= 32) return;
#pragma unroll 1
  for (int i = 0; i < 4; i++) s[(threadIdx.x + i) % 32] = i + threadIdx.x;  //! fault race
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongShuffleForSync(int* out) {
  if (threadIdx.x >= 32) return;
  int x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < 4; i++) {
    out[(threadIdx.x + i) % 32] = x;  //! fault race
    x = __shfl_xor_sync(~0u, x, 1);
  }
}

extern "C" __global__ void rightBytesApart(int* out) {
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  if (threadIdx.x >= 32) return;
#pragma unroll 1
  for (int i = 0; i < 4; i++) bytes[4 * threadIdx.x + i] = i;
}

extern "C" __global__ void wrongBytes(int* out) {
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  if (threadIdx.x >= 32) return;
#pragma unroll 1
  for (int i = 0; i < 4; i++) bytes[(threadIdx.x + i) % 32] = i + threadIdx.x;  //! fault race
}

extern "C" __global__ void rightVectorBesideWord(int* out) {
  if (threadIdx.x == 0) *reinterpret_cast<int4*>(out) = make_int4(1, 2, 3, 4);
  if (threadIdx.x == 5) out[4] = 9;
}

extern "C" __global__ void wrongVectorAndWord(int* out) {
  if (threadIdx.x == 0) *reinterpret_cast<int4*>(out) = make_int4(1, 2, 3, 4);  //! fault race
  if (threadIdx.x == 5) out[2] = 9;  //! fault race
}

extern "C" __global__ void rightAtomicThenPlain(int* out) {
  if (threadIdx.x < 32) atomicAdd(out, 1);
  __syncwarp();
  if (threadIdx.x == 0) out[1] = out[0];
}

extern "C" __global__ void wrongAtomicThenPlain(int* out) {
  if (threadIdx.x < 32) atomicAdd(out, 1);
  if (threadIdx.x == 0) out[1] = out[0];  //! fault race
}

//! launch {"grid": [4, 1, 1], "block": [32, 1, 1]}
extern "C" __global__ void rightCtaTurns(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++)
    if (blockIdx.x == turn && threadIdx.x == 0) out[turn] = turn;
}

extern "C" __global__ void wrongCtaTurns(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++)
    if (blockIdx.x == turn && threadIdx.x == 0) out[0] = turn;  //! fault race
}
