// A mode that one thread sets where it finds another one. Of such a condition nvcc makes a load by all threads, whose word counts in one.
//! launch {"block": [128, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "scalar", "type": "s32", "value": 1}], "buffers": [{"name": "out", "type": "s32", "length": 128, "init": {"kind": "zeros"}, "output": true}]}
__shared__ int mode;

__device__ void clearMode() {
  if (threadIdx.x == 0) mode = 0;
  __syncthreads();
}

extern "C" __global__ void rightOneThreadLooks(int* out, int kind) {
  clearMode();
  if (threadIdx.x == 0 && mode == 0) mode = kind;
  __syncthreads();
  out[threadIdx.x] = mode;
}

extern "C" __global__ void rightFirstCaseThatFits(int* out, int kind) {
  clearMode();
  switch (kind) {
    case 1:
      if (threadIdx.x == 0 && mode == 0) mode = 5;
    case 2:
      if (threadIdx.x == 0 && mode == 0) mode = 6;
  }
  __syncthreads();
  out[threadIdx.x] = mode;
}

extern "C" __global__ void wrongAllThreadsLook(int* out, int kind) {
  clearMode();
  if (mode == 0 && threadIdx.x == 0) mode = kind;  //! fault race, advice __syncthreads
  if (mode == 0) out[threadIdx.x] = 7;
}

// No other word than the one that is stored leads to another path.
extern "C" __global__ void wrongAllLookForWhatIsStored(int* out, int kind) {
  clearMode();
  const int found = mode;
  if (threadIdx.x == 0 && found == 0) mode = kind;  //! fault race, advice __syncthreads
  if (found == 1) out[threadIdx.x] = 7;
}

extern "C" __global__ void wrongNoBarrierBehind(int* out, int kind) {
  clearMode();
  if (threadIdx.x == 0 && mode == 0) mode = kind;  //! fault race, advice __syncthreads
  out[threadIdx.x] = mode;
}
