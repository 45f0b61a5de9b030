// Pointers that are none: null, overflowed, of another space. Each has a right kernel beside it.
//! launch {"block": [32, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "scalar", "type": "u64", "value": 0}, {"kind": "scalar", "type": "s32", "value": 1000000000}]}

extern "C" __global__ void wrongNull(int* out, const int* bias, int) {
  out[threadIdx.x] = bias[threadIdx.x];  //! fault outOfBounds, advice Pass a buffer
}

extern "C" __global__ void rightNullTested(int* out, const int* bias, int) {
  out[threadIdx.x] = bias == nullptr ? 0 : bias[threadIdx.x];
}

/** The product wraps to a negative number. */
extern "C" __global__ void wrongOverflow(int* out, const int*, int pitch) {
  out[3 * pitch + threadIdx.x] = 1;  //! fault outOfBounds, advice 64 bits
}

extern "C" __global__ void rightInside(int* out, const int*, int pitch) {
  const long long at = 3LL * pitch + threadIdx.x;
  if (at < 64) out[at] = 1;
}

/** A number that somebody took for an address. */
extern "C" __global__ void wrongAddress(int* out, const int*, int pitch) {
  int* place = reinterpret_cast<int*>(static_cast<unsigned long long>(pitch));
  place[threadIdx.x] = out[threadIdx.x];  //! fault outOfBounds, advice Look where the pointer
}

/** The offset in a struct of pointers, one too far. */
extern "C" __global__ void wrongTable(int* out, const int* bias, int) {
  __shared__ const int* table[2];
  if (threadIdx.x == 0) {
    table[0] = out;
    table[1] = bias;
  }
  __syncthreads();
  const int value = table[1][threadIdx.x];  //! fault outOfBounds, advice Pass a buffer
  out[threadIdx.x] = value;
}

extern "C" __global__ void rightTable(int* out, const int* bias, int) {
  __shared__ const int* table[2];
  if (threadIdx.x == 0) {
    table[0] = out;
    table[1] = bias;
  }
  __syncthreads();
  const int value = table[0][threadIdx.x];
  out[threadIdx.x] = value + 1;
}

extern "C" __global__ void wrongOneVariableFurther(int* out, const int*, int) {
  __shared__ int first[32];
  __shared__ int second[32];
  second[threadIdx.x] = 0;
  first[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i <= 32; i++) first[i] = i;  //! fault outOfBounds, advice make the array larger
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}

extern "C" __global__ void rightToItsEnd(int* out, const int*, int) {
  __shared__ int first[32];
  __shared__ int second[32];
  second[threadIdx.x] = 0;
  first[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < 32; i++) first[i] = i;
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x];
}
