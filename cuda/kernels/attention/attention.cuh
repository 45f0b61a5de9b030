// What all versions share: O = softmax(scale x Q x K^T) x V for each head, 16-bit elements in and out, sums in f32. Q and O are
// heads x queries x HEAD_DIM, K and V are heads / group x keys x HEAD_DIM, the last dimension fastest. Behind O comes the
// logarithm of each row's sum of exponentials (LSE), which the backward pass needs.
// The compiler's command line sets HEAD_DIM (64, 128 or 256) and ELEMENT_F16: elements are f16 if 1, bf16 if 0.
#pragma once
#include <cstdint>

#ifndef HEAD_DIM
#define HEAD_DIM 128
#define ELEMENT_F16 0
#endif

#if ELEMENT_F16
#define PTX_ELEMENT "f16"
#else
#define PTX_ELEMENT "bf16"
#endif

using Element = unsigned short;  // the bits of an f16 or a bf16

constexpr int CHUNK = 8;                      // elements of 16 bytes: what a swizzle moves, what ldmatrix reads of a row
constexpr int SLAB = 64;                      // columns of 128 bytes: tiles lie slab by slab in shared memory
constexpr int SLABS = HEAD_DIM / SLAB;
constexpr float MINUS_INFINITY = -__builtin_huge_valf();

// Scores are multiplied by `scaleLog2`, log2(e) times the usual scale: powers of two come cheaper than those of e.
struct Problem {
  int queries, keys, group;
  float scaleLog2;
  bool causal;

  __device__ int kvHead(int head) const { return head / group; }

  // Keys that a query may see, from the first on. The last query sees the last key; it may be that the first ones see none.
  __device__ int keysOf(int query) const { return causal ? max(0, min(keys, query + 1 + keys - queries)) : keys; }
};

inline __device__ int ceilDiv(int value, int by) { return (value + by - 1) / by; }

// Two floats as elements, the first in the low half: the lower address.
inline __device__ uint32_t pack(float low, float high) {
  uint32_t pair;
  asm("cvt.rn." PTX_ELEMENT "x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}

inline __device__ float exp2Approx(float x) {
  float power;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
  return power;
}

inline __device__ float log2Approx(float x) {
  float logarithm;
  asm("lg2.approx.f32 %0, %1;" : "=f"(logarithm) : "f"(x));
  return logarithm;
}

// ln(sum of e^(scale x score)), from the row's largest score and the sum of 2^(scaleLog2 x (score - largest)).
inline __device__ float lseOf(float largest, float sum, float scaleLog2) {
  constexpr float LN2 = 0.693147180559945f;
  return sum == 0 ? MINUS_INFINITY : (largest * scaleLog2 + log2Approx(sum)) * LN2;
}
