// Debug builds: values lie on the stack, and functions are called and return what only some threads use.
//! debug
//! launch {"grid": [2, 1, 1], "block": [128, 1, 1], "buffers": [{"name": "out", "type": "f32", "length": 256, "init": {"kind": "poison"}, "output": true}, {"name": "in", "type": "f32", "length": 256, "init": {"kind": "iota"}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 250}]}

__device__ float blockSum(float* lanes, float own) {
  const int t = threadIdx.x;
  lanes[t] = own;
  __syncthreads();
  float sum;
  if (t < 32) {
    sum = lanes[t] + lanes[t + 32] + lanes[t + 64] + lanes[t + 96];
    for (int i = 16; i > 0; i >>= 1) sum += __shfl_down_sync(~0u, sum, i);
  }
  return sum;
}

extern "C" __global__ void rightFirstThread(float* out, const float* in, int n) {
  __shared__ float lanes[128];
  const float sum = blockSum(lanes, in[threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum * sum;
}

struct Best {
  float value;
  int place;
};

__device__ Best bestOf(const float* in, int n, bool asks) {
  Best best;
  if (asks) {
    best = {in[0], 0};
    for (int i = 1; i < n; i++)
      if (in[i] > best.value) best = {in[i], i};
  }
  return best;
}

extern "C" __global__ void rightFirstLane(float* out, const float* in, int n) {
  const Best best = bestOf(in, n, threadIdx.x % 32 == 0);
  const float value = __shfl_sync(~0u, best.value, 0);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

extern "C" __global__ void wrongSecondLane(float* out, const float* in, int n) {
  const Best best = bestOf(in, n, threadIdx.x % 32 == 0);  //! fault uninitialisedRead
  const float value = __shfl_sync(~0u, best.value, 1);
  if (threadIdx.x == 0) out[blockIdx.x] = value;
}

// What shared memory holds at first goes into the result; what lies on the stack does not.
extern "C" __global__ void wrongOpenWord(float* out, const float* in, int n) {
  __shared__ float last;
  const Best best = bestOf(in, n, threadIdx.x % 32 == 0);
  const float value = __shfl_sync(~0u, best.value, 0);
  if (threadIdx.x == 0) out[blockIdx.x] = value + last;  //! fault uninitialisedRead
}
