// Named barriers: bar.sync and bar.arrive with a count of threads.

#define SYNC(id, count) asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(count) : "memory")
#define ARRIVE(id, count) asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(count) : "memory")

extern "C" __global__ void rightHandOver(int* out) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    s[threadIdx.x] = threadIdx.x;
    ARRIVE(1, 64);
  } else {
    SYNC(1, 64);
    out[threadIdx.x] = s[threadIdx.x - 32];
  }
}

extern "C" __global__ void wrongArriveTooEarly(int* out) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    ARRIVE(1, 64);
    s[threadIdx.x] = threadIdx.x;
  } else {
    SYNC(1, 64);
    out[threadIdx.x] = s[threadIdx.x - 32];  //! fault race
  }
}

extern "C" __global__ void wrongArriverReads(int* out) {
  __shared__ int s[32];
  if (threadIdx.x < 32) {
    ARRIVE(1, 64);
    out[threadIdx.x] = s[threadIdx.x];  //! fault race
  } else {
    s[threadIdx.x - 32] = threadIdx.x;
    SYNC(1, 64);
  }
}

extern "C" __global__ void wrongOtherIds(int* out) {
  if (threadIdx.x < 32) SYNC(1, 64);  //! fault deadlock
  else SYNC(2, 64);  //! fault deadlock
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongCountTooLarge(int* out) {
  SYNC(1, 96);  //! fault barrier
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongCountNotWarps(int* out) {
  if (threadIdx.x < 48) SYNC(1, 48);  //! fault barrier
  out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongCountTooSmall(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  SYNC(1, 32);
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race
}

extern "C" __global__ void rightTwoGroups(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  SYNC(1 + threadIdx.x / 32, 32);
  out[threadIdx.x] = s[threadIdx.x ^ 31];
}

extern "C" __global__ void wrongTwoGroups(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  SYNC(1 + threadIdx.x / 32, 32);
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race
}

extern "C" __global__ void rightPingPong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    if (threadIdx.x < 32) {
      if (i > 0) SYNC(2, 64);
      s[lane] = i * lane;
      ARRIVE(1, 64);
    } else {
      SYNC(1, 64);
      sum += s[31 - lane];
      if (i < 3) ARRIVE(2, 64);
    }
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongPingNoPong(int* out) {
  __shared__ int s[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    if (threadIdx.x < 32) {
      s[lane] = i * lane;  //! fault race
      SYNC(1, 64);
    } else {
      SYNC(1, 64);
      sum += s[31 - lane];
    }
  }
  out[threadIdx.x] = sum;
}
