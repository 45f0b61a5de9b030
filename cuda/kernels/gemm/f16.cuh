// Elements of fp16 instead of bf16, for a version that stands behind this: another instruction multiplies, and C is rounded to fp16.
#pragma once
#define PRODUCT_TYPE "k16.f32.f16.f16"
#define TRANSPOSES ", 0, 0"
#include "mma.cuh"
#include "product-type.cuh"

// Two floats as fp16, the first in the low half: the lower address.
inline __device__ uint32_t packF16(float low, float high) {
  uint32_t pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
#define packBf16 packF16
