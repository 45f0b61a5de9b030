// Known wrong: coordinates in the order of C's indices, slowest dimension first. The box comes from another place.
#include "tensor-copy.cuh"

extern "C" __global__ void __launch_bounds__(THREADS)
    tensor_copy(uint4 *out, const __grid_constant__ CUtensorMap map, Tile tile, Start start) {
  Start turned = {};
#pragma unroll
  for (int dim = 0; dim < RANK; dim++) turned.at[dim] = start.at[RANK - 1 - dim];
  copyTile(out, map, tile, turned);
}
