// Warps and lanes of one CTA that exchange values through device memory.

extern "C" __global__ void right(int* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int other = out[63 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = other;
}

extern "C" __global__ void rightWithinWarp(int* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncwarp();
  int other = out[threadIdx.x ^ 1];
  __syncwarp();
  out[threadIdx.x] = other;
}

extern "C" __global__ void wrongNoBarrier(int* out) {
  out[threadIdx.x] = threadIdx.x;
  int other = out[63 - threadIdx.x];  //! fault race
  __syncthreads();
  out[threadIdx.x] = other;
}

extern "C" __global__ void wrongSecondBarrier(int* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int other = out[63 - threadIdx.x];  //! fault race
  out[threadIdx.x] = other;
}

extern "C" __global__ void wrongShift(int* out) {
  int next = threadIdx.x < 63 ? out[threadIdx.x + 1] : 0;  //! fault race
  out[threadIdx.x] = next;
}

extern "C" __global__ void wrongWithinWarp(int* out) {
  out[threadIdx.x] = threadIdx.x;
  int other = out[threadIdx.x ^ 1];  //! fault race
  __syncwarp();
  out[threadIdx.x] = other;
}

extern "C" __global__ void wrongOneWord(int* out) {
  out[0] = threadIdx.x;  //! fault race
}

extern "C" __global__ void wrongOneValue(int* out) {
  out[0] = 7;  //! hazard race
}

// Lanes of a warp take turns at one word. Nothing keeps a lane from being a turn ahead of another one.
template <bool Meets>
__device__ void lastTurn(int* out) {
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++) {
    if (threadIdx.x == turn) out[0] = turn;
    if (Meets) __syncwarp();
  }
}

extern "C" __global__ void rightTurns(int* out) {
  lastTurn<true>(out);
}

extern "C" __global__ void wrongTurns(int* out) {
  lastTurn<false>(out);  //! fault race, advice __syncwarp
}
