// Work queues, broadcasts and flags of a block in shared memory.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void rightQueue(int* out, const int* in) {
  __shared__ int next, item[2];
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  for (;;) {
    __syncwarp();
    if (threadIdx.x % 32 == 0) item[threadIdx.x / 32] = atomicAdd(&next, 1);
    __syncwarp();
    const int mine = item[threadIdx.x / 32];
    if (mine >= 2) break;
    out[32 * mine + threadIdx.x % 32] = in[32 * mine + threadIdx.x % 32];
  }
}

extern "C" __global__ void wrongQueueNoSecondSync(int* out, const int* in) {
  __shared__ int next, item[2];
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  for (;;) {
    if (threadIdx.x % 32 == 0) item[threadIdx.x / 32] = atomicAdd(&next, 1);  //! fault race, advice __syncwarp
    __syncwarp();
    const int mine = item[threadIdx.x / 32];
    if (mine >= 2) break;
    out[32 * mine + threadIdx.x % 32] = in[32 * mine + threadIdx.x % 32];
  }
}

extern "C" __global__ void wrongQueueOfBlock(int* out, const int* in) {
  __shared__ int next, item;
  if (threadIdx.x == 0) next = 0;
  __syncthreads();
  for (int i = 0; i < 2; i++) {
    if (threadIdx.x == 0) item = atomicAdd(&next, 1);  //! fault race, advice __syncthreads
    __syncthreads();
    out[threadIdx.x] += in[(threadIdx.x + item) % 64];
  }
}

extern "C" __global__ void rightQueueOfBlock(int* out, const int* in) {
  __shared__ int next, item;
  if (threadIdx.x == 0) next = 0;
  for (int i = 0; i < 2; i++) {
    __syncthreads();
    if (threadIdx.x == 0) item = atomicAdd(&next, 1);
    __syncthreads();
    out[threadIdx.x] += in[(threadIdx.x + item) % 64];
  }
}

extern "C" __global__ void rightBroadcast(int* out, const int* in) {
  __shared__ int value;
  if (threadIdx.x == 40) value = in[40];
  __syncthreads();
  out[threadIdx.x] = value;
}

extern "C" __global__ void wrongBroadcast(int* out, const int* in) {
  __shared__ int value;
  if (threadIdx.x == 40) value = in[40];
  out[threadIdx.x] = value;  //! fault race, advice __syncthreads
}

extern "C" __global__ void wrongBroadcastOfAll(int* out, const int* in) {
  __shared__ int value;
  value = in[threadIdx.x];  //! fault race
  __syncthreads();
  out[threadIdx.x] = value;
}

extern "C" __global__ void wrongFlagOfAll(int* out, const int* in) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] % 7 == 0) found = 1;  //! hazard race
  __syncthreads();
  out[threadIdx.x] = found;
}

extern "C" __global__ void rightFlagByOr(int* out, const int* in) {
  out[threadIdx.x] = __syncthreads_or(in[threadIdx.x] % 7 == 0);
}

extern "C" __global__ void rightFlagByAtomic(int* out, const int* in) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] % 7 == 0) atomicExch(&found, 1);
  __syncthreads();
  out[threadIdx.x] = found;
}

extern "C" __global__ void wrongFlagResetAtOnce(int* out, const int* in) {
  __shared__ int changed;
  for (int i = 0; i < 2; i++) {
    if (threadIdx.x == 0) changed = 0;  //! fault race, advice __syncthreads
    __syncthreads();
    if (in[threadIdx.x] > 60 + i) atomicOr(&changed, 1);
    __syncthreads();
    if (!changed) break;
  }
  out[threadIdx.x] = 1;
}

extern "C" __global__ void rightFlagReset(int* out, const int* in) {
  __shared__ int changed;
  for (int i = 0; i < 2; i++) {
    __syncthreads();
    if (threadIdx.x == 0) changed = 0;
    __syncthreads();
    if (in[threadIdx.x] > 60 + i) atomicOr(&changed, 1);
    __syncthreads();
    if (!changed) break;
  }
  out[threadIdx.x] = 1;
}
