// Loops around a compare-and-swap, which start from a plain load: the swap finds whether another thread came in between.
#include <cuda_bf16.h>

__device__ void add(double* at, double value) {
  unsigned long long* word = reinterpret_cast<unsigned long long*>(at);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __double_as_longlong(__longlong_as_double(assumed) + value));
  } while (assumed != old);
}

//! launch {"grid": [3, 1, 1], "buffers": [{"name": "out", "type": "f64", "length": 4, "init": {"kind": "zeros"}, "output": true}]}
extern "C" __global__ void rightDoubles(double* out) { add(out, threadIdx.x); }

extern "C" __global__ void rightDoublesInTurn(double* out) {
  for (int i = 0; i < 4; i++) add(out + i, 0.1 * threadIdx.x);
}

extern "C" __global__ void rightSharedDoubles(double* out) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  add(&sum, threadIdx.x);
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongSharedSum(double* out) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  sum = sum + threadIdx.x;  //! fault race
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x == 0) out[0] = sum;
}

// The load also leads to a branch, so that a thread may leave on a word that was never there.
extern "C" __global__ void wrongLeavesEarly(double* out) {
  unsigned long long* word = reinterpret_cast<unsigned long long*>(out);
  unsigned long long old = word[0];  //! fault race
  if (old > 40) return;
  atomicCAS(word, old, old + threadIdx.x + 1);
}

//! launch {"grid": [3, 1, 1], "buffers": [{"name": "out", "type": "bf16", "length": 64, "init": {"kind": "zeros"}, "output": true}]}
extern "C" __global__ void rightPairs(__nv_bfloat162* out) {
  atomicAdd(out + threadIdx.x / 4, __floats2bfloat162_rn(1, threadIdx.x));
}

extern "C" __global__ void wrongPairs(__nv_bfloat162* out) {
  const __nv_bfloat162 sum = __hadd2(out[threadIdx.x / 4], __floats2bfloat162_rn(1, threadIdx.x));  //! fault race
  out[threadIdx.x / 4] = sum;  //! fault race
}

//! launch {"grid": [3, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 256, "init": {"kind": "zeros"}, "output": true}]}
// The swap asks for the word of another place.
extern "C" __global__ void wrongPlace(int* out) {
  const int old = out[0];  //! fault race
  atomicCAS(out + 1 + blockIdx.x * blockDim.x + threadIdx.x, old, 7);
  atomicAdd(out, 1);
}
