// What passes a test is stored side by side, at places that a counter gives out.
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 100, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 100, "init": {"kind": "iota", "start": 1}}, {"name": "count", "type": "s32", "length": 1, "init": {"kind": "zeros"}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "pointer", "buffer": "count"}, {"kind": "scalar", "type": "s32", "value": 100}]}

extern "C" __global__ void rightPerThread(int* out, const int* in, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 != 0) out[atomicAdd(count, 1)] = in[i];
}

extern "C" __global__ void wrongPlainCount(int* out, const int* in, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 != 0) out[(*count)++] = in[i];  //! fault race
}

// One lane of a warp draws for those that pass.
extern "C" __global__ void rightPerWarp(int* out, const int* in, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool passes = i < n && in[i] % 3 != 0;
  const unsigned lanes = __ballot_sync(~0u, passes), before = lanes & ((1u << threadIdx.x % 32) - 1);
  int first = 0;
  if (passes && before == 0) first = atomicAdd(count, __popc(lanes));
  if (lanes != 0) first = __shfl_sync(~0u, first, __ffs(lanes) - 1);
  if (passes) out[first + __popc(before)] = in[i];
}

// Lanes that do not pass are counted, too few places are drawn for.
extern "C" __global__ void wrongRank(int* out, const int* in, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool passes = i < n && in[i] % 3 != 0;
  const unsigned lanes = __ballot_sync(~0u, passes);
  int first = 0;
  if (threadIdx.x % 32 == 0) first = atomicAdd(count, __popc(lanes));
  first = __shfl_sync(~0u, first, 0);
  if (passes) out[first + threadIdx.x % 32] = in[i];  //! fault race
}
