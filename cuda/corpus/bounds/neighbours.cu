// Shared and local arrays side by side: an index past one of them lands in the next.

extern "C" __global__ void right(int* out) {
  __shared__ int a[64], b[64];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x];
}

extern "C" __global__ void wrongStorePastFirst(int* out) {
  __shared__ int a[64], b[64];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  if (threadIdx.x == 0) a[64 + out[0]] = 3;  //! fault outOfBounds
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x];
}

// One mistake: that others read the words of the second array meanwhile follows from it.
extern "C" __global__ void wrongStoresPastFirst(int* out) {
  __shared__ int a[64], b[64];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  a[threadIdx.x + 32] = 3;  //! fault outOfBounds
  out[threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] += a[threadIdx.x];
}

extern "C" __global__ void wrongLoadPastFirst(int* out) {
  __shared__ int a[64], b[64];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x + 1] + b[threadIdx.x];  //! fault outOfBounds
}

struct Tile {
  int keys[32];
  int values[32];
};

extern "C" __global__ void rightStruct(int* out) {
  __shared__ Tile tile;
  if (threadIdx.x < 32) {
    tile.keys[threadIdx.x] = threadIdx.x;
    tile.values[threadIdx.x] = 2 * threadIdx.x;
  }
  __syncthreads();
  out[threadIdx.x] = tile.keys[threadIdx.x % 32] + tile.values[threadIdx.x % 32];
}

extern "C" __global__ void wrongStructPastKeys(int* out) {
  __shared__ Tile tile;
  tile.keys[threadIdx.x] = threadIdx.x;  //! missed fault outOfBounds: one variable, whose members PTX does not name
  __syncthreads();
  out[threadIdx.x] = tile.values[threadIdx.x % 32];
}

extern "C" __global__ void wrongStructEnd(int* out) {
  __shared__ Tile tile;
  tile.values[threadIdx.x] = threadIdx.x;  //! fault outOfBounds
  __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = tile.values[threadIdx.x];
}

extern "C" __global__ void rightLocal(int* out) {
  int counts[4] = {0, 0, 0, 0};
  for (int i = 0; i < 8; i++) counts[(threadIdx.x + i) % 4] += i;
  out[threadIdx.x] = counts[threadIdx.x % 4];
}

extern "C" __global__ void wrongLocal(int* out) {
  int counts[4] = {0, 0, 0, 0};
  for (int i = 0; i < 8; i++) counts[(threadIdx.x + i) % 5] += i;  //! fault outOfBounds
  out[threadIdx.x] = counts[threadIdx.x % 4];
}

extern "C" __global__ void rightDynamic(int* out) {
  extern __shared__ int s[];
  if (threadIdx.x == 0) out[0] = 1;
}

extern "C" __global__ void wrongDynamic(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;  //! fault outOfBounds, advice dynamic shared bytes
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault outOfBounds
}

//! launch {"dynamicSharedBytes": 256}
extern "C" __global__ void rightDynamicSize(int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void wrongDynamicTwoArrays(int* out) {
  extern __shared__ int s[];
  int* second = s + 64;
  s[threadIdx.x] = 1;
  second[threadIdx.x] = 2;  //! fault outOfBounds
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
