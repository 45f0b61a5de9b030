// What O and LSE should be, and how far from them a version may be: in doubles, a CTA for each query and a thread for each column.
// src/kernels/attention/rows.ts does the same, bit by bit, and says where the bounds are from. Products and sums whose rounding
// counts are written as functions, so that the compiler makes no others of them.
#include "attention.cuh"

#ifdef ELEMENT_E4M3
using Operand = uint8_t;
#else
using Operand = Element;
#endif

constexpr int CHUNK_KEYS = 512;
// Of a score, as a share of its products' magnitudes: src/kernels/attention/rows.ts.
#ifdef ELEMENT_E4M3
constexpr double PRECISION = 0x1p-13;
#else
constexpr double PRECISION = 0x1p-20;
#endif
constexpr double LN2 = 0.6931471805599453, LOG2E = 1.4426950408889634;

inline __device__ double number(Element bits) {
#if ELEMENT_F16
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
#else
  return __uint_as_float(static_cast<uint32_t>(bits) << 16);
#endif
}

// Of an e4m3.
inline __device__ double number(uint8_t bits) {
  uint32_t pair;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"(static_cast<uint16_t>(bits)));
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<uint16_t>(pair)));
  return value;
}

// A weight of at most 1 as an e4m3 of at most 256, and back.
inline __device__ double narrowed(double weight) {
  uint16_t bits;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(bits) : "f"(0.0f), "f"(__double2float_rn(__dmul_rn(weight, 256))));
  return __ddiv_rn(number(static_cast<uint8_t>(bits)), 256);
}

inline __device__ double rounded(double value) {
  return number(static_cast<Element>(pack(__double2float_rn(value), 0)));
}

// 1 / n!, from 13 down.
__constant__ double COEFFICIENTS[14] = {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880,
                                        1.0 / 40320,      1.0 / 5040,      1.0 / 720,      1.0 / 120,     1.0 / 24,
                                        1.0 / 6,          1.0 / 2,         1,              1};

inline __device__ double powerOfTwo(double x) {
  if (!(x >= -160)) return 0;
  const double whole = floor(__dadd_rn(x, 0.5));
  const double rest = __dmul_rn(__dsub_rn(x, whole), LN2);
  double sum = 0;
  for (double coefficient : COEFFICIENTS) sum = __dadd_rn(__dmul_rn(sum, rest), coefficient);
  return scalbn(sum, static_cast<int>(whole));
}

// Of an x from 1 on: by the series of atanh.
inline __device__ double binaryLogarithm(double x) {
  int whole = 0;
  for (; x >= 2; whole++) x /= 2;
  const double z = __ddiv_rn(__dsub_rn(x, 1), __dadd_rn(x, 1)), square = __dmul_rn(z, z);
  double series = 0;
  for (int n = 35; n > 0; n -= 2) series = __dadd_rn(__dmul_rn(series, square), __ddiv_rn(1, n));
  return __dadd_rn(whole, __ddiv_rn(__dmul_rn(2 * z, series), LN2));
}

// Twice through the keys: `SHORT` as PyTorch does it in 16 bits, with scores times log2(e) and weights rounded.
template <bool SHORT>
struct Row {
  double largest = -INFINITY, sum = 0, output = 0;

  __device__ Row(const double *query, const Operand *k, const Operand *v, int keys, double scaleLog2, double *scores) {
    auto inChunks = [&](auto take) {
      for (int first = 0; first < keys; first += CHUNK_KEYS) {
        const int count = min(CHUNK_KEYS, keys - first);
        __syncthreads();
        for (int key = threadIdx.x; key < count; key += HEAD_DIM) {
          double score = 0;
          for (int i = 0; i < HEAD_DIM; i++)
            score = __dadd_rn(score, __dmul_rn(query[i], number(k[static_cast<int64_t>(first + key) * HEAD_DIM + i])));
          scores[key] = SHORT ? __dmul_rn(rounded(score), LOG2E) : __dmul_rn(score, scaleLog2);
        }
        __syncthreads();
        for (int key = 0; key < count; key++) take(first + key, scores[key]);
      }
    };
    auto weigh = [&](int key, double weight) {
      output = __dadd_rn(output, __dmul_rn(weight, number(v[static_cast<int64_t>(key) * HEAD_DIM + threadIdx.x])));
    };
    inChunks([&](int, double score) { largest = fmax(largest, score); });
    inChunks([&](int key, double score) {
      const double weight = powerOfTwo(__dsub_rn(score, largest));
      sum = __dadd_rn(sum, weight);
      if (!SHORT) weigh(key, weight);
    });
    if (SHORT)
      inChunks([&](int key, double score) {
#ifdef ELEMENT_E4M3
        weigh(key, __ddiv_rn(narrowed(powerOfTwo(__dsub_rn(score, largest))), sum));
#else
        weigh(key, rounded(__ddiv_rn(powerOfTwo(__dsub_rn(score, largest)), sum)));
#endif
      });
  }
};

// Of a value that each thread has.
inline __device__ double largestOf(double value, double *values) {
  __syncthreads();
  values[threadIdx.x] = value;
  __syncthreads();
  double largest = 0;
  for (int i = 0; i < HEAD_DIM; i++) largest = fmax(largest, values[i]);
  return largest;
}

extern "C" __global__ void __launch_bounds__(HEAD_DIM)
reference(double *o, double *oBounds, double *lse, double *lseBounds, const Operand *q, const Operand *k, const Operand *v,
          int queries, int keys, int group, float scaleLog2, int causal) {
  __shared__ double query[HEAD_DIM], scaled[HEAD_DIM], scores[CHUNK_KEYS];
  const Problem problem{queries, keys, group, scaleLog2, causal != 0};
  const int head = blockIdx.y;
  const int64_t row = static_cast<int64_t>(head) * queries + blockIdx.x;
  const int64_t firstKey = static_cast<int64_t>(problem.kvHead(head)) * keys * HEAD_DIM;
  const int visible = problem.keysOf(blockIdx.x);
  query[threadIdx.x] = number(q[row * HEAD_DIM + threadIdx.x]);
  scaled[threadIdx.x] = rounded(__dmul_rn(__dmul_rn(query[threadIdx.x], scaleLog2), LN2));

  const Row<false> exact(query, k + firstKey, v + firstKey, visible, scaleLog2, scores);
  const Row<true> inShort(scaled, k + firstKey, v + firstKey, visible, scaleLog2, scores);
  const double output = exact.sum == 0 ? 0 : __ddiv_rn(exact.output, exact.sum), near = rounded(output);
  const double lost = largestOf(fabs(__dsub_rn(rounded(inShort.output), output)), scores);
  const double there = rounded(__dadd_rn(near, 0.3));
  const double rounding = largestOf(fabs(__dsub_rn(rounded(__dsub_rn(there, 0.3)), near)), scores);
  o[row * HEAD_DIM + threadIdx.x] = output;
  oBounds[row * HEAD_DIM + threadIdx.x] = __dadd_rn(__dmul_rn(2, lost), __dmul_rn(2, rounding));
  if (threadIdx.x > 0) return;
  double magnitude = 0;
  for (double value : query) magnitude = __dadd_rn(magnitude, fabs(value));
  magnitude = __dmul_rn(magnitude, scaleLog2);
  lse[row] = exact.sum == 0 ? -INFINITY : __dmul_rn(__dadd_rn(exact.largest, binaryLogarithm(exact.sum)), LN2);
  lseBounds[row] = visible == 0 ? 0 : __dmul_rn(__dadd_rn(__dadd_rn(magnitude, fabs(exact.largest)), 16), PRECISION);
}
