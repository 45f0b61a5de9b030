// A function of the device that is called several times, and inlined at each call: a barrier in it is one line of the source.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota"}}]}

__device__ void rotate(int* words) {
  int next = words[(threadIdx.x + 1) % 64];
  __syncthreads();
  words[threadIdx.x] = next;
  __syncthreads();
}

extern "C" __global__ void rightRotations(int* out, const int* in) {
  __shared__ int words[64];
  words[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  rotate(words);
  rotate(words);
  out[threadIdx.x] = words[threadIdx.x];
}

__device__ void rotateAtOnce(int* words);

extern "C" __global__ void wrongRotations(int* out, const int* in) {
  __shared__ int words[64];
  words[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  rotateAtOnce(words);
  rotateAtOnce(words);
  out[threadIdx.x] = words[threadIdx.x];
}

__device__ void rotateAtOnce(int* words) {
  int next = words[(threadIdx.x + 1) % 64];  //! fault race, advice __syncthreads, tried adding __syncthreads() behind the ld of line 32 makes it go
  words[threadIdx.x] = next;
  __syncthreads();
}

template <int digit>
__device__ bool counted(int* bins, int* total, const int* in);

extern "C" __global__ void wrongDigits(int* out, const int* in) {
  __shared__ int bins[64], total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  bool goesOn = counted<0>(bins, &total, in);
  if (goesOn) goesOn = counted<1>(bins, &total, in);
  if (goesOn) counted<2>(bins, &total, in);
  out[threadIdx.x] = total;
}

template <int digit>
__device__ bool counted(int* bins, int* total, const int* in) {
  bins[threadIdx.x] = 0;  //! fault race, advice __syncthreads, tried adding __syncthreads() behind the st of line 52 makes it go
  for (int i = threadIdx.x; i < 256; i += 64)
    if ((in[i] & 3) == digit) atomicAdd(&bins[(in[i] + 33) & 63], 1);
  __syncthreads();
  atomicAdd(total, bins[threadIdx.x]);
  __syncthreads();
  return *total < 1000;
}
