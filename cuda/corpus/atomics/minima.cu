// The least and the greatest of floats, by compare-and-swap. Who finds nothing to do leaves without one, on the word of a plain load.
//! launch {"grid": [3, 1, 1], "buffers": [{"name": "out", "type": "f32", "length": 4, "init": {"kind": "values", "values": [1000, 1000, 1000, 1000]}, "output": true}]}

__device__ float value() { return static_cast<float>((37 * (64 * blockIdx.x + threadIdx.x)) % 101); }

__device__ void takeLeast(float* at, int old, float value) {
  int* word = reinterpret_cast<int*>(at);
  for (int assumed = ~old; old != assumed && value < __int_as_float(old);) {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(value));
  }
}

extern "C" __global__ void rightLeast(float* out) { takeLeast(out, __float_as_int(*(volatile float*)out), value()); }

extern "C" __global__ void wrongPlainLoad(float* out) {
  takeLeast(out, __float_as_int(out[0]), value());  //! hazard race
}

extern "C" __global__ void wrongPlainLoadOfShared(float* out) {
  __shared__ float least;
  if (threadIdx.x == 0) least = 1000;
  __syncthreads();
  takeLeast(&least, __float_as_int(least), value());  //! hazard race
  __syncthreads();
  if (threadIdx.x == 0) takeLeast(out, __float_as_int(*(volatile float*)out), least);
}

extern "C" __global__ void wrongNoBarrier(float* out) {
  __shared__ float least;
  if (threadIdx.x == 0) least = 1000;
  takeLeast(&least, __float_as_int(least), value());  //! fault race //! hazard race
  __syncthreads();
  if (threadIdx.x == 0) takeLeast(out, __float_as_int(*(volatile float*)out), least);
}

// What is loaded leaves by another way, too.
extern "C" __global__ void wrongKeepsTheWord(float* out) {
  const float found = out[0];  //! fault race
  takeLeast(out, __float_as_int(found), value());
  if (threadIdx.x == 0) out[1 + blockIdx.x] = found;
}
