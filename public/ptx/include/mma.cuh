// Matrix products of a warp, and what moves their operands between registers and shared memory. A matrix here is 8 rows of
// 16 bytes; lane l holds 4 bytes of row l / 4. PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions".
#pragma once
#include "shared-address.cuh"

// Four matrices: lane l gives the address of row l % 8 of matrix l / 8.
inline __device__ void loadMatrices(uint32_t (&matrices)[4], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(matrices[0]), "=r"(matrices[1]), "=r"(matrices[2]), "=r"(matrices[3])
               : "r"(sharedAddress(row))
               : "memory");
}

// The same way back; from sm_90 on.
inline __device__ void storeMatrices(void *row, const uint32_t (&matrices)[4]) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedAddress(row)),
               "r"(matrices[0]), "r"(matrices[1]), "r"(matrices[2]), "r"(matrices[3])
               : "memory");
}

// sums (16 x 8) += a (16 x 16) x b (16 x 8, column by column), bf16 added up in f32.
inline __device__ void mma(float (&sums)[4], const uint32_t (&a)[4], uint32_t b0, uint32_t b1) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Two floats as bf16, the first in the low half: the lower address.
inline __device__ uint32_t packBf16(float low, float high) {
  uint32_t pair;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
