// Loads through the read-only cache of what the same kernel has written.

extern "C" __global__ void right(int* out) {
  int value = __ldg(&out[threadIdx.x]);
  out[threadIdx.x] = value + 1;
}

extern "C" __global__ void rightPlain(int* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int other = out[63 - threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = other;
}

extern "C" __global__ void wrong(int* out) {
  out[threadIdx.x] = threadIdx.x;
  __syncthreads();
  int other = __ldg(&out[63 - threadIdx.x]);  //! fault readOnlyLoad
  __syncthreads();
  out[threadIdx.x] = other;
}
