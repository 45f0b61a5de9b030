// One tensor copy, then shared memory as it is: the pattern that the engine makes.
#include "tma-fill.cuh"

extern "C" __global__ void __launch_bounds__(THREADS)
    swizzle(unsigned char *out, const __grid_constant__ Tensor tensor, Tile tile, Start start) {
  clearWindow(tile);
  fillTile(tensor, tile, start);
  dumpWindow(tile, out);
}
