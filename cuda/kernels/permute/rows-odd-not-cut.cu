// Known wrong: rows-odd as if no row ended within a vector. What lies behind a row in the input is taken for the next row of the output.
#include "permute.cuh"
#include "rows-odd.cuh"

template <>
__device__ inline unsigned lanescape::inRow<VECTOR>(unsigned) {
  return VECTOR;
}

#include "rows-odd.cu"
