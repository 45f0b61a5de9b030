// Stores from registers straight to C, as far as C goes.
#pragma once
#include "gemm.cuh"
#include "mma.cuh"

// Two neighbours in a row, the first in an even column. In a matrix of odd width they are not one word of 4 bytes.
inline __device__ void storePair(Element *c, Size size, int row, int column, float first, float second) {
  if (row >= size.m || column >= size.n) return;
  Element *to = c + static_cast<int64_t>(row) * size.n + column;
  uint32_t pair = packBf16(first, second);
  if (size.n % 2 == 0) {
    *reinterpret_cast<uint32_t *>(to) = pair;
  } else {
    to[0] = static_cast<Element>(pair);
    if (column + 1 < size.n) to[1] = static_cast<Element>(pair >> 16);
  }
}

// An 8 x 8 block below another, as mma.sync and wgmma leave them: two neighbours of a row in a lane, then two 8 rows
// below.
inline __device__ void storeBlocks(Element *c, Size size, int row, int column, const float (&sums)[4]) {
  int lane = threadIdx.x % 32;
  row += lane / 4;
  column += lane % 4 * 2;
  storePair(c, size, row, column, sums[0], sums[1]);
  storePair(c, size, row + 8, column, sums[2], sums[3]);
}
