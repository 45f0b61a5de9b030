// A loop loads what a flag tells of and, alike, what others are still writing and nobody asks for: stream-K attention does so.
//! launch {"grid": [3, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "data", "type": "s32", "length": 192, "init": {"kind": "zeros"}}, {"name": "flags", "type": "s32", "length": 3, "init": {"kind": "zeros"}}, {"name": "asked", "type": "s32", "length": 2, "init": {"kind": "iota", "start": 1, "step": -1}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "data"}, {"kind": "pointer", "buffer": "flags"}, {"kind": "pointer", "buffer": "asked"}]}

__device__ int loaded(const int* from) {
  int value;
  asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(from));
  return value;
}

__device__ void give(int* data, int* flags) {
  data[64 * blockIdx.x + threadIdx.x] = threadIdx.x + 1;
  __threadfence();
  atomicAdd(&flags[blockIdx.x], 1);
}

__device__ void waitFor(int* flag) {
  while (atomicAdd(flag, 0) < 64) {
  }
}

extern "C" __global__ void right(int* out, int* data, int* flags, const int* asked) {
  if (blockIdx.x > 0) return give(data, flags);
  for (int i = 1; i < 3; i++) waitFor(&flags[i]);
  __threadfence();
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += asked[i] * loaded(&data[64 * (i + 1) + threadIdx.x]);
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongNoAcquire(int* out, int* data, int* flags, const int* asked) {
  if (blockIdx.x > 0) return give(data, flags);
  waitFor(&flags[1]);
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += asked[i] * loaded(&data[64 * (i + 1) + threadIdx.x]);  //! hazard race
  out[threadIdx.x] = sum;
}

extern "C" __global__ void wrongAllAsked(int* out, int* data, int* flags, const int* asked) {
  if (blockIdx.x > 0) return give(data, flags);
  waitFor(&flags[1]);
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += (asked[i] + 1) * loaded(&data[64 * (i + 1) + threadIdx.x]);  //! fault race
  out[threadIdx.x] = sum;
}
