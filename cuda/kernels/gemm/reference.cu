// What C should be, and how far from it a version may be: sums in doubles, where products of bf16 are exact, in the order of K;
// a thread for each number, and no tiles. src/kernels/gemm/reference.ts does the same, bit by bit, and says where the bound is from.
// `c` and `bounds` are M x N, row by row; A and B as the versions take them, K a multiple of 8.
#include <cstdint>

struct alignas(16) Chunk {
  unsigned short bits[8];  // of a bf16 each
};

inline __device__ double number(unsigned short bits) { return __uint_as_float(static_cast<uint32_t>(bits) << 16); }

extern "C" __global__ void reference(double *c, double *bounds, const Chunk *a, const Chunk *b, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  int chunks = k / 8;
  const Chunk *left = a + static_cast<size_t>(row) * chunks;
  const Chunk *right = b + static_cast<size_t>(column) * chunks;
  double sum = 0, magnitude = 0, partials = 0;
  for (int i = 0; i < chunks; i++) {
    Chunk x = left[i], y = right[i];
    for (int j = 0; j < 8; j++) {
      double product = number(x.bits[j]) * number(y.bits[j]);
      sum += product;
      magnitude += fabs(product);
      partials += fabs(sum);
    }
  }
  size_t at = static_cast<size_t>(row) * n + column;
  c[at] = sum;
  bounds[at] = fabs(sum) * 0x1p-8 + partials * 0x1p-22 + magnitude * 0x1p-18;
}
