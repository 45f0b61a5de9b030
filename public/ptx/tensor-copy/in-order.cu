// One tensor copy with its coordinates as the instruction wants them: fastest dimension first.
#include "tensor-copy.cuh"

extern "C" __global__ void __launch_bounds__(THREADS)
    tensor_copy(uint4 *out, const __grid_constant__ CUtensorMap map, Tile tile, Start start) {
  copyTile(out, map, tile, start);
}
