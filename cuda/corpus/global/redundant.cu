// Threads that load what another one stores in place. Nothing orders the two; it matters only where somebody uses what they load.

// The load stays where it is, as in compilers' code that lets several warps do the same and one of them store.
__device__ int loaded(const int* at) {
  int value;
  asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(at));
  return value;
}

extern "C" __global__ void wrongButUnused(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! hazard race
  if (threadIdx.x < 32) out[threadIdx.x] = value + 1;
}

extern "C" __global__ void rightOneWarp(int* out) {
  int value = loaded(out + threadIdx.x % 32);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = value + 1;
}

extern "C" __global__ void wrongUsed(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! fault race
  if (threadIdx.x < 32) out[threadIdx.x] = 1;
  else out[threadIdx.x] = value;
}

extern "C" __global__ void rightUsed(int* out) {
  int value = loaded(out + threadIdx.x % 32);
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = 1;
  else out[threadIdx.x] = value;
}

// Where to, not what.
extern "C" __global__ void wrongPlace(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! fault race
  if (threadIdx.x < 32) out[threadIdx.x] = 1;
  else out[32 + (value + threadIdx.x) % 32] = 2;
}

// How often, not what.
extern "C" __global__ void wrongRounds(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! fault race
  if (threadIdx.x < 32) out[threadIdx.x] = 1;
  for (int i = 0; i < value; i++) __nanosleep(20);
}

// A value that races, and cannot be told from the others by what is stored.
extern "C" __global__ void wrongSign(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! fault race
  if (threadIdx.x < 32) out[threadIdx.x] = 1;
  else out[threadIdx.x] = value < 0;
}

// Each race is judged by itself: one that does not matter stays a hazard beside one that does.
extern "C" __global__ void wrongBesideUnused(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! hazard race
  if (threadIdx.x < 32) out[threadIdx.x] = value + 1;
  __syncthreads();
  int used = loaded(out + threadIdx.x % 32);     //! fault race
  if (threadIdx.x < 32) out[threadIdx.x] = 7;
  else out[threadIdx.x] = used;
}

//! launch {"grid": [2, 1, 1]}
extern "C" __global__ void wrongButUnusedOfCta(int* out) {
  int value = loaded(out + threadIdx.x);         //! hazard race
  if (blockIdx.x == 0) out[threadIdx.x] = value + 1;
}

extern "C" __global__ void wrongOfCta(int* out) {
  int value = loaded(out + threadIdx.x % 32);    //! fault race
  if (threadIdx.x >= 32) return;
  if (blockIdx.x == 0) out[threadIdx.x] = 1;
  else if (value == 0) out[32 + threadIdx.x] = 1;
}

// Whether it stores depends on the load; what is there in the end does not.
extern "C" __global__ void wrongButSame(int* out) {
  int value = loaded(out + threadIdx.x);         //! hazard race
  if (blockIdx.x == 0 || value == 0) out[threadIdx.x] = 1;
}

// Rows behind the own ones decide of branches whose result nobody stores.
extern "C" __global__ void wrongBranch(int* out) {
  if (blockIdx.x == 0) {
    out[threadIdx.x] = threadIdx.x;
    return;
  }
  int value = loaded(out + threadIdx.x), sum = 1;  //! hazard race
  if (value > 20) for (int i = 0; i < 3; i++) sum = sum * 5 + __popc(sum);
  if (threadIdx.x == 64) out[0] = sum;
}

// Who waits for a word counts on it, whatever comes of it.
extern "C" __global__ void wrongWait(int* out) {
  if (blockIdx.x == 1) {
    while (loaded(out) == 0) {}  //! fault race
  } else if (threadIdx.x == 0) {
    out[0] = 1;
  }
}

/** Two CTAs without a cluster store one value: no barrier of a cluster is there to be advised. */
//! launch {"grid": [2, 1, 1]}
extern "C" __global__ void wrongByAllCtas(int* out) {
  out[threadIdx.x] = threadIdx.x + 1;  //! hazard race, advice CTAs run in no order
}

extern "C" __global__ void rightByOneCta(int* out) {
  if (blockIdx.x == 0) out[threadIdx.x] = threadIdx.x + 1;
}
