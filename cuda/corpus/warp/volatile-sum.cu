// The last steps of a block's sum by volatile words, as they were written before lanes of a warp could run apart.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "iota", "start": 1}}]}

extern "C" __global__ void rightVolatileSum(int* out, const int* in) {
  __shared__ volatile int sums[64];
  int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  if (i < 32) {
    for (int half = 32; half > 0; half /= 2) {
      int sum = sums[i] + (i < half ? sums[i + half] : 0);
      __syncwarp();
      sums[i] = sum;
      __syncwarp();
    }
  }
  if (i == 0) out[0] = sums[0];
}

extern "C" __global__ void wrongVolatileSum(int* out, const int* in) {
  __shared__ volatile int sums[64];
  int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  if (i < 32) {
    sums[i] += sums[i + 32];
    sums[i] += sums[i + 16];  //! hazard race, advice __syncwarp, tried adding __syncwarp()
    sums[i] += sums[i + 8];   //! hazard race
    sums[i] += sums[i + 4];   //! hazard race
    sums[i] += sums[i + 2];   //! hazard race
    sums[i] += sums[i + 1];   //! hazard race
  }
  if (i == 0) out[0] = sums[0];
}

extern "C" __global__ void wrongVolatileHalves(int* out, const int* in) {
  __shared__ volatile int sums[64];
  int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  if (i < 32) sums[i] += sums[i + 32];
  if (i < 16) sums[i] += sums[i + 16];  //! hazard race, advice __syncwarp, tried adding __syncwarp()
  if (i < 8) sums[i] += sums[i + 8];    //! hazard race
  if (i == 0) {
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += sums[k];  //! hazard race
    out[0] = sum;
  }
}

// With a barrier behind each line alone, a lane may store before the other one has loaded what it stores over.
extern "C" __global__ void wrongVolatileInPlace(int* out, const int* in) {
  __shared__ volatile int sums[64];
  int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  if (i < 32) {
    sums[i] += sums[i + 32];
    __syncwarp();
    sums[i] += sums[i + 16];  //! hazard race, advice __syncwarp, tried adding __syncwarp()
    __syncwarp();
    sums[i] += sums[i + 8];  //! hazard race
    __syncwarp();
  }
  if (i == 0) out[0] = sums[0];
}

// Where no lane stores what another one loads, a barrier behind each line is enough.
extern "C" __global__ void rightVolatileHalves(int* out, const int* in) {
  __shared__ volatile int sums[64];
  int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (i < half) sums[i] += sums[i + half];
    __syncwarp();
  }
  if (i == 0) out[0] = sums[0];
}

// A lane that sets a word for others, which look at it in a loop, is waited for.
extern "C" __global__ void rightVolatileFlag(int* out, const int* in) {
  __shared__ volatile int ready;
  int i = threadIdx.x;
  if (i == 0) ready = 0;
  __syncthreads();
  if (i == 0) {
    out[1] = in[1];
    ready = 1;
  }
  while (ready == 0) {
  }
  if (i == 0) out[0] = in[0];
}
