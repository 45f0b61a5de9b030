// What C should be, and how far from it a version may be: sums in doubles, where products of 16 and of 8 bits are exact, in the order
// of K; a thread for each number, and no tiles. src/kernels/gemm/sums.ts does the same, bit by bit, and says where the bounds are from.
// `c` and `bounds` are M x N, row by row; A and B as the versions take them, rows of K elements at multiples of 16 bytes. Elements are
// bf16, f16 where ELEMENT_F16 is defined, and e4m3 where ELEMENT_E4M3 is.
#include <cstdint>

#ifdef ELEMENT_E4M3
using Element = uint8_t;
#else
using Element = uint16_t;
#endif

constexpr int CHUNK = 16 / sizeof(Element);

struct alignas(16) Chunk {
  Element bits[CHUNK];
};

inline __device__ double number(Element bits) {
#ifdef ELEMENT_E4M3
  uint32_t pair;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"(static_cast<uint16_t>(bits)));
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(static_cast<uint16_t>(pair)));
  return value;
#elif defined(ELEMENT_F16)
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
#else
  return __uint_as_float(static_cast<uint32_t>(bits) << 16);
#endif
}

// Of a row of A and a column of B: the sum, and what tensor cores may cut off of it.
struct Dot {
  double sum = 0, cut;

  __device__ Dot(const Chunk *left, const Chunk *right, int chunks) {
#ifdef ELEMENT_E4M3
    constexpr int STEP_CHUNKS = 2;
    double ofSums = 0, squares = 0;
    for (int first = 0; first < chunks; first += STEP_CHUNKS) {
      const int count = min(STEP_CHUNKS, chunks - first);
      const double before = fabs(sum);
      double product = 0;
      for (int i = first; i < first + count; i++)
        eachProduct(left[i], right[i], [&](double each) {
          sum += each;
          product = fmax(product, fabs(each));
        });
      const double largest = fmax(before, product);
      ofSums += product + fabs(sum);
      // As functions, of which the compiler makes no others.
      squares = __dadd_rn(squares, __dmul_rn(count * CHUNK, __dmul_rn(largest, largest)));
    }
    cut = __dmul_rn(__dadd_rn(ofSums, __dmul_rn(8, __dsqrt_rn(squares))), 0x1.1p-13);
#else
    double magnitude = 0, partials = 0;
    for (int i = 0; i < chunks; i++)
      eachProduct(left[i], right[i], [&](double product) {
        sum += product;
        magnitude += fabs(product);
        partials += fabs(sum);
      });
    cut = partials * 0x1p-22 + magnitude * 0x1p-18;
#endif
  }

  template <typename Take>
  static __device__ void eachProduct(const Chunk &left, const Chunk &right, Take take) {
    const Chunk x = left, y = right;
    for (int j = 0; j < CHUNK; j++) take(number(x.bits[j]) * number(y.bits[j]));
  }
};

extern "C" __global__ void reference(double *c, double *bounds, const Chunk *a, const Chunk *b, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  const int chunks = k / CHUNK;
  const Dot dot(a + static_cast<size_t>(row) * chunks, b + static_cast<size_t>(column) * chunks, chunks);
  const size_t at = static_cast<size_t>(row) * n + column;
  c[at] = dot.sum;
#ifdef ELEMENT_F16
  bounds[at] = fmax(fabs(dot.sum) * 0x1p-11, 0x1p-25) + dot.cut;
#else
  bounds[at] = fabs(dot.sum) * 0x1p-8 + dot.cut;
#endif
}
