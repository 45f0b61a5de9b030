// A lane replaces an element that the other lanes of its warp have read, and has read it itself a last time.
//! launch {"block": [32, 1, 1]}

extern "C" __global__ void __launch_bounds__(32) right_device(int* out) {
  int sum = 0;
  for (int j = 0; j < 32; j++) sum += out[j];
  __syncwarp();
  out[threadIdx.x] += sum + threadIdx.x;
}

extern "C" __global__ void wrong_device(int* out) {
  int sum = 0;
  for (int j = 0; j < 32; j++) sum += out[j];  //! fault race
  out[threadIdx.x] += sum + threadIdx.x;  //! fault race, advice __syncwarp
}

extern "C" __global__ void __launch_bounds__(32) right_shared(int* out) {
  __shared__ int words[64];
  volatile int* own = words;
  const int t = threadIdx.x;
  words[t] = t;
  words[t + 32] = t;
  __syncwarp();
  const int sum = words[63 - t] + words[31 - t];
  __syncwarp();
  own[t] = own[t] + sum;
  out[t] = own[t];
}

extern "C" __global__ void wrong_shared(int* out) {
  __shared__ int words[64];
  const int t = threadIdx.x;
  words[t] = t;
  words[t + 32] = t;
  __syncwarp();
  const int sum = words[63 - t] + words[31 - t];  //! fault race
  asm volatile("" ::: "memory");
  words[t] = words[t] + sum;  //! fault race, advice __syncwarp
  out[t] = words[t];
}
