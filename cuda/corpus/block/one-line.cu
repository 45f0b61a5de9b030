// Statements that share a line of the source, and branches in front of a barrier: where it has to go is to be found all the same.
// clang-format is off where lines are longer than it would leave them.

extern "C" __global__ void rightHalo(int* out) {
  __shared__ int s[72];
  const int t = threadIdx.x;
  // clang-format off
  s[t + 4] = t; if (t < 4) { s[t] = -1; } if (t >= 60) { s[t + 8] = -2; } __syncthreads(); int sum = 0; for (int k = 0; k <= 8; k++) sum += s[t + k]; out[t] = sum;
  // clang-format on
}

extern "C" __global__ void wrongHalo(int* out) {
  __shared__ int s[72];
  const int t = threadIdx.x;
  // clang-format off
  s[t + 4] = t; if (t < 4) { s[t] = -1; } if (t >= 60) { s[t + 8] = -2; } int sum = 0; for (int k = 0; k <= 8; k++) sum += s[t + k]; out[t] = sum;  //! fault race, advice __syncthreads, tried adding __syncthreads() in front of the ld of line 16, behind the branches of line 16
  // clang-format on
}

extern "C" __global__ void wrongHaloOfValues(int* out) {
  __shared__ int s[72];
  const int t = threadIdx.x, v = out[t];
  // clang-format off
  s[t + 4] = v; if (t < 4) { s[t] = v > 0 ? out[t + 1] : 0; } if (t >= 60) { s[t + 8] = v < 9 ? out[t - 1] : 0; }
  int sum = 0; for (int k = 0; k <= 8; k++) sum += s[t + k]; out[(t + 1) % 1 + t] = sum;  //! fault race, tried adding __syncthreads() in front of the ld of line 25, behind the branches of line 24
  // clang-format on
}

extern "C" __global__ void wrongHaloOfThreeLines(int* out) {
  __shared__ int s[72];
  const int t = threadIdx.x;
  s[t + 4] = t;  //! fault race, tried in front of the ld of line 39, behind the branches of lines 33 and 36, makes it and 2 other findings go
  if (t < 4) {
    s[t] = -1;  //! fault race, tried in front of the ld of line 39, behind the branches of lines 33 and 36, makes it and 2 other findings go
  }
  if (t >= 60) {
    s[t + 8] = -2;  //! fault race, tried in front of the ld of line 39, behind the branches of lines 33 and 36, makes it and 2 other findings go
  }
  for (int k = 0; k <= 8; k++) out[t] += s[t + k];
}

extern "C" __global__ void rightRounds(int* out) {
  __shared__ int s[65];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  // clang-format off
  for (int i = 0; i < 3; i++) { s[t + 1] = i + t; if (t == 0) { s[0] = 7 * i; } __syncthreads(); sum += s[t] * s[t + 1]; __syncthreads(); }
  // clang-format on
  out[t] = sum;
}

extern "C" __global__ void wrongRounds(int* out) {
  __shared__ int s[65];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  // clang-format off
  for (int i = 0; i < 3; i++) { s[t + 1] = i + t; if (t == 0) { s[0] = 7 * i; } sum += s[t] * s[t + 1]; __syncthreads(); }  //! fault race, tried adding __syncthreads() in front of the ld of line 59, behind the branch of line 59
  // clang-format on
  out[t] = sum;
}

extern "C" __global__ void wrongRoundsAtEnd(int* out) {
  __shared__ int s[65];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  // clang-format off
  for (int i = 0; i < 3; i++) { s[t + 1] = i + t; if (t == 0) { s[0] = 7 * i; } __syncthreads(); sum += s[t] * s[t + 1]; }  //! fault race, tried adding __syncthreads()
  // clang-format on
  out[t] = sum;
}

extern "C" __global__ void wrongRoundsTwice(int* out) {
  __shared__ int s[65];
  const int t = threadIdx.x;
  int sum = 0;
#pragma unroll 1
  // clang-format off
  for (int i = 0; i < 3; i++) { s[t + 1] = i + t; if (t == 0) { s[0] = 7 * i; } sum += s[t] * s[t + 1]; }  //! fault race, tried adding __syncthreads()
  // clang-format on
  out[t] = sum;
}

// The compiler puts the load of the others in front of what the first thread stores.
extern "C" __global__ void rightBroadcast(int* out) {
  __shared__ int x;
  const int t = threadIdx.x;
  // clang-format off
  if (t == 0) { x = out[0] + 1; } __syncthreads(); out[t] = x;
  // clang-format on
}

extern "C" __global__ void wrongBroadcast(int* out) {
  __shared__ int x;
  const int t = threadIdx.x;
  // clang-format off
  if (t == 0) { x = out[0] + 1; } out[t] = x;  //! fault race, advice __syncthreads, tried adding __syncthreads()
  // clang-format on
}
