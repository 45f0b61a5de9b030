// CTAs of one launch that touch the same elements, with nothing to order them.
//! launch {"grid": [4, 1, 1]}

extern "C" __global__ void right(int* out) {
  if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
}

extern "C" __global__ void rightAtomic(int* out) {
  if (threadIdx.x == 0) atomicAdd(&out[0], 1);
}


extern "C" __global__ void wrongDifferentValues(int* out) {
  if (threadIdx.x == 0) out[0] = blockIdx.x;  //! fault race
}

extern "C" __global__ void wrongIncrement(int* out) {
  if (threadIdx.x == 0) out[0] += 1;  //! fault race
}

extern "C" __global__ void wrongSameValue(int* out) {
  if (threadIdx.x == 0) out[0] = 1;  //! hazard race
}

extern "C" __global__ void wrongAtomicOfTheCta(int* out) {
  if (threadIdx.x == 0) atomicAdd_block(&out[0], 1);  //! fault race
}

extern "C" __global__ void wrongReset(int* out) {
  if (threadIdx.x == 0) {
    out[0] = 0;  //! fault race
    atomicAdd(&out[0], 1);
  }
}

// The halo of the next CTA is overwritten while it is read.
extern "C" __global__ void wrongStencilInPlace(int* out) {
  __shared__ int old[18];
  int at = blockIdx.x * 16 + threadIdx.x;
  if (threadIdx.x < 18 && at > 0 && at <= 64) old[threadIdx.x] = out[at - 1];  //! fault race
  __syncthreads();
  if (threadIdx.x < 16 && at > 0 && at < 63) out[at] = old[threadIdx.x] + old[threadIdx.x + 2];
}
