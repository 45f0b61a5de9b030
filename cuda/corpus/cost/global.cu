// What global, local and constant memory cost, and lanes that go apart.
//! launch {"block": [32, 1, 1], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 1024, "init": {"kind": "iota", "start": 0}}]}

__constant__ int table[32];

extern "C" __global__ void rightCoalesced(int* out, const int* in) { out[threadIdx.x] = in[threadIdx.x]; }

extern "C" __global__ void wrongStride(int* out, const int* in) {
  out[threadIdx.x] = in[32 * threadIdx.x];  //! cost scatteredSectors, advice threadIdx.x
}

extern "C" __global__ void wrongShifted(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x + 1];  //! cost unalignedAccess, advice multiple of 32 B
}

extern "C" __global__ void wrongEveryOtherLane(int* out, const int* in) {
  if (threadIdx.x % 2 == 0) out[threadIdx.x] = 1;  //! cost scatteredSectors, advice lanes between
}

extern "C" __global__ void rightFirstLanes(int* out, const int* in) {
  if (threadIdx.x < 16) out[threadIdx.x] = 1;
}

extern "C" __global__ void wrongStructMember(int* out, const int* in) {
  out[threadIdx.x] = in[3 * threadIdx.x];  //! cost scatteredSectors, advice struct
}

extern "C" __global__ void wrongGather(int* out, const int* in) {
  out[threadIdx.x] = in[in[(threadIdx.x * threadIdx.x * 37) % 1024]];  //! cost scatteredSectors
}

extern "C" __global__ void wrongIndexedLocal(int* out, const int* in) {
  int digits[8] = {0, 0, 0, 0, 0, 0, 0, 0};  //! cost localMemory
  for (int i = 0; i < 4; i++) digits[in[threadIdx.x + 32 * i] % 8]++;  //! cost localMemory, advice compile-time
  out[threadIdx.x] = digits[threadIdx.x % 8];  //! cost localMemory
}

extern "C" __global__ void rightUnrolledLocal(int* out, const int* in) {
  int digits[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int d = 0; d < 8; d++) digits[d] += in[threadIdx.x + 32 * i] % 8 == d;
  out[threadIdx.x] = digits[0] + digits[5];
}

extern "C" __global__ void wrongConstantByLane(int* out, const int* in) {
  out[threadIdx.x] = table[threadIdx.x];  //! cost constantAddresses
}

extern "C" __global__ void rightConstant(int* out, const int* in) { out[threadIdx.x] = table[blockIdx.x]; }

extern "C" __global__ void wrongBranches(int* out, const int* in) {
  int sum = in[threadIdx.x];
  switch (threadIdx.x % 4) {
    case 0:
      for (int i = 0; i < 20; i++) sum = sum * 3 + __popc(sum);  //! cost divergence
      break;
    case 1:
      for (int i = 0; i < 20; i++) sum = sum * 5 ^ __clz(sum);
      break;
    case 2:
      for (int i = 0; i < 20; i++) sum = sum * 7 + __ffs(sum);
      break;
    default:
      for (int i = 0; i < 20; i++) sum = sum * 11 ^ __brev(sum);
  }
  out[threadIdx.x] = sum;
}
