// Known wrong: rows-odd as if every row began where a vector does. Sixteen bytes are written where none of sixteen begin.
#include "permute.cuh"
#include "rows-odd.cuh"

template <>
__device__ inline unsigned lanescape::earlier<VECTOR>(unsigned) {
  return 0;
}

#include "rows-odd.cu"
