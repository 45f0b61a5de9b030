// Faults in functions that were inlined: the finding names the line, and the calls that lead there.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "iota", "start": 1}}]}

__device__ __forceinline__ int exchange(int* s, int value) {
  s[threadIdx.x] = value;
  __syncthreads();
  return s[63 - threadIdx.x];
}

__device__ __forceinline__ int twice(int* s, int value) { return exchange(s, exchange(s, value)); }

extern "C" __global__ void rightOnce(int* out, const int* in) {
  __shared__ int s[64];
  out[threadIdx.x] = exchange(s, in[threadIdx.x]);
}

extern "C" __global__ void rightTwoArrays(int* out, const int* in) {
  __shared__ int a[64], b[64];
  out[threadIdx.x] = exchange(b, exchange(a, in[threadIdx.x]));
}

extern "C" __global__ void wrongTwoCalls(int* out, const int* in) {
  __shared__ int s[64];
  const int once = exchange(s, in[threadIdx.x]);  //! fault race, advice __syncthreads
  out[threadIdx.x] = exchange(s, once);  //! fault race
}

extern "C" __global__ void wrongThroughTwo(int* out, const int* in) {
  __shared__ int s[64];
  out[threadIdx.x] = twice(s, in[threadIdx.x]);  //! fault race, advice __syncthreads
}

template <int N>
__device__ __forceinline__ void shift(int* s, int by) {
  s[(threadIdx.x + by) % N] = threadIdx.x;
}

extern "C" __global__ void rightTemplate(int* out, const int* in) {
  __shared__ int s[64];
  shift<64>(s, 5);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

extern "C" __global__ void wrongTemplateTooLarge(int* out, const int* in) {
  __shared__ int s[64];
  shift<80>(s, 5);  //! fault outOfBounds
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  //! fault uninitialisedRead
}

extern "C" __global__ void wrongTemplateTooSmall(int* out, const int* in) {
  __shared__ int s[64];
  shift<48>(s, 0);  //! fault race
  __syncthreads();
  if (threadIdx.x < 48) out[threadIdx.x] = s[threadIdx.x];
}

struct Stack {
  int* at;
  int depth = 0;
  __device__ __forceinline__ void push(int value) { at[64 * depth++ + threadIdx.x] = value; }
  __device__ __forceinline__ int pop() { return at[64 * --depth + threadIdx.x]; }
};

extern "C" __global__ void rightStack(int* out, const int* in) {
  __shared__ int memory[3 * 64];
  Stack stack{memory};
  for (int i = 0; i < 3; i++) stack.push(in[threadIdx.x] + i);
  out[threadIdx.x] = stack.pop() + stack.pop();
}

extern "C" __global__ void wrongStackOverflow(int* out, const int* in) {
  __shared__ int memory[3 * 64];
  Stack stack{memory};
  for (int i = 0; i < 4; i++) stack.push(in[threadIdx.x] + i);  //! fault outOfBounds
  out[threadIdx.x] = stack.pop();
}

__device__ __noinline__ int callee(const int* in, int i);

extern "C" __global__ void rightCall(int* out, const int* in) { out[threadIdx.x] = callee(in, threadIdx.x); }

extern "C" __global__ void wrongCall(int* out, const int* in) { out[threadIdx.x] = callee(in, threadIdx.x + 1); }

__device__ __noinline__ int callee(const int* in, int i) {
  return in[i];  //! fault outOfBounds
}
