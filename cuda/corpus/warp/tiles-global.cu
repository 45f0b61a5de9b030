// Tiles of 16 lanes take turns at words of device memory.
//! launch {"block": [32, 1, 1]}

__device__ unsigned tileMask() { return threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000; }

extern "C" __global__ void rightReadThenStore(int* out) {
  int* word = &out[threadIdx.x / 16];
  int mine = *word;
  __syncwarp(tileMask());
  if (threadIdx.x % 16 == 0) *word = mine + 3;
  out[32 + threadIdx.x] = mine;
}

extern "C" __global__ void rightAddThenRead(int* out) {
  int* word = &out[threadIdx.x / 16];
  atomicAdd(word, threadIdx.x);
  __syncwarp(tileMask());
  if (threadIdx.x % 16 == 0) out[32 + threadIdx.x] = *word;
}

// Both tiles read one word, and each waits for its own lanes only.
extern "C" __global__ void wrongOneWord(int* out) {
  int mine = *out;
  __syncwarp(tileMask());
  if (threadIdx.x == 0) *out = mine + 3;  //! fault race
  out[32 + threadIdx.x] = mine;
}

// The lane's own atomic does not stand for those of the other lanes.
extern "C" __global__ void wrongAddThenRead(int* out) {
  int* word = &out[threadIdx.x / 16];
  atomicAdd(word, threadIdx.x);
  if (threadIdx.x % 16 == 15) out[32 + threadIdx.x] = *word;  //! fault race
}
