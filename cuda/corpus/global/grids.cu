// Several CTAs: elements of their own, sums by atomics, results of others.
//! launch {"grid": [4, 1, 1], "block": [32, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 128, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 128, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void rightOwn(int* out, const int* in) {
  const int i = 32 * blockIdx.x + threadIdx.x;
  out[i] = in[i];
}

extern "C" __global__ void wrongSameElements(int* out, const int* in) {
  out[threadIdx.x] = in[32 * blockIdx.x + threadIdx.x];  //! fault race
}

extern "C" __global__ void wrongNeighbour(int* out, const int* in) {
  const int i = 32 * blockIdx.x + threadIdx.x;
  out[i] = in[i];
  __syncthreads();
  if (i > 0) out[i] += out[i - 1];  //! fault race
}

extern "C" __global__ void rightSum(int* out, const int* in) {
  const int sum = __reduce_add_sync(~0u, in[32 * blockIdx.x + threadIdx.x]);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

extern "C" __global__ void wrongSum(int* out, const int* in) {
  const int sum = __reduce_add_sync(~0u, in[32 * blockIdx.x + threadIdx.x]);
  if (threadIdx.x == 0) *out += sum;  //! fault race
}

extern "C" __global__ void wrongSumRead(int* out, const int* in) {
  const int sum = __reduce_add_sync(~0u, in[32 * blockIdx.x + threadIdx.x]);
  if (threadIdx.x == 0) {
    atomicAdd(out, sum);
    out[1 + blockIdx.x] = *out;  //! fault race
  }
}

extern "C" __global__ void rightPartials(int* out, const int* in) {
  const int sum = __reduce_add_sync(~0u, in[32 * blockIdx.x + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

extern "C" __global__ void wrongPartialsAndTotal(int* out, const int* in) {
  const int sum = __reduce_add_sync(~0u, in[32 * blockIdx.x + threadIdx.x]);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
  __syncthreads();
  if (blockIdx.x == 3 && threadIdx.x == 0) out[8] = out[0] + out[1] + out[2] + out[3];  //! fault race
}

extern "C" __global__ void wrongShiftInPlace(int* out, const int* in) {
  const int i = 32 * blockIdx.x + threadIdx.x;
  if (i < 127) out[i] = out[i + 1] + in[i];  //! fault race
}

extern "C" __global__ void rightTransposeOut(int* out, const int* in) {
  out[4 * threadIdx.x + blockIdx.x] = in[32 * blockIdx.x + threadIdx.x];
}

extern "C" __global__ void wrongOverlapByOne(int* out, const int* in) {
  const int i = 31 * blockIdx.x + threadIdx.x;
  out[i] = in[i] + blockIdx.x;  //! fault race
}

extern "C" __global__ void wrongPastGrid(int* out, const int* in) {
  const int i = 32 * (blockIdx.x + 1) + threadIdx.x;
  out[i] = in[i - 32];  //! fault outOfBounds
}
