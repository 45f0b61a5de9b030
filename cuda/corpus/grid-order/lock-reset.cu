// CTAs that wait for their turn at a counter; the last one sets it back by a plain store.
//! launch {"grid": [3, 1, 1], "block": [32, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "turn"}], "buffers": [{"name": "out", "type": "s32", "length": 1, "init": {"kind": "zeros"}, "output": true}, {"name": "turn", "type": "s32", "length": 1, "init": {"kind": "zeros"}, "output": true}]}

__device__ void waitAcquiring(int* turn, int mine) {
  int now;
  do asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(now) : "l"(turn) : "memory");
  while (now != mine);
}

__device__ void waitRelaxed(int* turn, int mine) {
  int now;
  do asm volatile("ld.global.relaxed.gpu.b32 %0, [%1];" : "=r"(now) : "l"(turn) : "memory");
  while (now != mine);
}

__device__ void pass(int* turn) {
  asm volatile("fence.acq_rel.gpu;\nred.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(turn) : "memory");
}

extern "C" __global__ void rightReset(int* out, int* turn) {
  if (threadIdx.x != 0) return;
  waitAcquiring(turn, blockIdx.x);
  *out = 3 * *out + blockIdx.x;
  if (blockIdx.x == gridDim.x - 1) *turn = 0;
  else pass(turn);
}

// Each adds up behind the one before, but reads the counter without a fence: the sum may be an old one.
extern "C" __global__ void wrongRelaxedReset(int* out, int* turn) {
  if (threadIdx.x != 0) return;
  waitRelaxed(turn, blockIdx.x);
  *out = 3 * *out + blockIdx.x;  //! hazard race
  if (blockIdx.x == gridDim.x - 1) *turn = 0;  //! hazard race
  else pass(turn);
}

extern "C" __global__ void wrongEarlyReset(int* out, int* turn) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == gridDim.x - 1) *turn = 0;  //! fault race
  else pass(turn);
}
