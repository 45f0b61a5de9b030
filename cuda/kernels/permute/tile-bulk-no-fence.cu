// Known wrong: tile-bulk without its fence. The copy engine may read what was in shared memory before.
#include "permute.cuh"
#include "tile-bulk.cuh"

template <>
__device__ inline void lanescape::showToEngine<Element>() {}

#include "tile-bulk.cu"
