// Known wrong: tile-odd as if every row began where a vector does. Columns are put together from neighbours of their elements.
#include "permute.cuh"
#include "tile-odd.cuh"

template <>
__device__ inline unsigned lanescape::shiftOf<VECTOR>(unsigned) {
  return 0;
}

#include "tile-odd.cu"
