// 8x8 matrices of 2-byte elements: lane l has the row address of row l % 8 of matrix l / 8, and words of all matrices.
#pragma once
#include "probe.cuh"

#ifndef MATRICES
#define MATRICES 4
#endif

constexpr int ROWS = 8;       // of a matrix
constexpr int ROW_WORDS = 4;  // of 4 bytes

// Where the lane's word of a matrix lies in the stretch.
inline __device__ unsigned wordOffset(const unsigned *table, int matrix) {
  return table[matrix * ROWS + lane() / ROW_WORDS] + lane() % ROW_WORDS * 4;
}
