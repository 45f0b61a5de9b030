// ldmatrix, mma and wgmma: who has to come, where rows start, what lies in shared memory by then.
//! launch {"block": [32, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}]}
#include "../../include/shared-address.cuh"

__device__ void load4(unsigned (&r)[4], const void* row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(sharedAddress(row))
               : "memory");
}

extern "C" __global__ void right(int* out) {
  __shared__ alignas(16) unsigned short tile[32][8];
  for (int i = 0; i < 8; i++) tile[threadIdx.x][i] = i;
  __syncwarp();
  unsigned r[4];
  load4(r, tile[threadIdx.x]);
  out[threadIdx.x] = r[0] + r[3];
}

extern "C" __global__ void wrongNoBarrier(int* out) {
  __shared__ alignas(16) unsigned short tile[32][8];
  for (int i = 0; i < 8; i++) tile[threadIdx.x][i] = i;
  unsigned r[4];
  load4(r, tile[threadIdx.x]);  //! fault race, advice __syncwarp
  out[threadIdx.x] = r[0] + r[3];
}

extern "C" __global__ void wrongRowsApart(int* out) {
  __shared__ alignas(16) unsigned short tile[32][9];
  for (int i = 0; i < 9; i++) tile[threadIdx.x][i] = i;
  __syncwarp();
  unsigned r[4];
  load4(r, tile[threadIdx.x]);  //! fault misaligned
  out[threadIdx.x] = r[0] + r[3];
}

extern "C" __global__ void wrongHalfWarp(int* out) {
  __shared__ alignas(16) unsigned short tile[32][8];
  for (int i = 0; i < 8; i++) tile[threadIdx.x][i] = i;
  __syncwarp();
  unsigned r[4] = {};
  if (threadIdx.x < 16) load4(r, tile[threadIdx.x]);  //! fault barrier
  out[threadIdx.x] = r[0] + r[3];
}

extern "C" __global__ void wrongTooFewRows(int* out) {
  __shared__ alignas(16) unsigned short tile[24][8];
  if (threadIdx.x < 24)
    for (int i = 0; i < 8; i++) tile[threadIdx.x][i] = i;
  __syncwarp();
  unsigned r[4];
  load4(r, tile[threadIdx.x]);  //! fault outOfBounds
  out[threadIdx.x] = r[0] + r[3];
}

extern "C" __global__ void wrongNotWritten(int* out) {
  __shared__ alignas(16) unsigned short tile[32][8];
  for (int i = 0; i < 7; i++) tile[threadIdx.x][i] = i;
  __syncwarp();
  unsigned r[4];
  load4(r, tile[threadIdx.x]);  //! fault uninitialisedRead
  out[threadIdx.x] = r[0] + r[3];
}

extern "C" __global__ void rightMma(int* out) {
  float c[4] = {0, 0, 0, 0};
  unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  out[threadIdx.x] = __float_as_int(c[0] + c[3]);
}

extern "C" __global__ void wrongMmaHalfWarp(int* out) {
  float c[4] = {0, 0, 0, 0};
  unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
  if (threadIdx.x >= 16)
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));  //! fault barrier
  out[threadIdx.x] = __float_as_int(c[0] + c[3]);
}

extern "C" __global__ void wrongMmaSumsNotZeroed(int* out) {
  float c[4];
  unsigned a[4] = {1, 2, 3, 4}, b[2] = {5, 6};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));  //! fault uninitialisedRegister
  out[threadIdx.x] = __float_as_int(c[0] + c[3]);
}
