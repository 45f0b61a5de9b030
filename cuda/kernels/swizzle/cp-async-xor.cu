// The same pattern by hand: each 16-byte copy goes where an XOR of its address says.
#include "cp-async-fill.cuh"

extern "C" __global__ void __launch_bounds__(THREADS)
    swizzle(unsigned char *out, const __grid_constant__ Tensor tensor, Tile tile, Start start) {
  clearWindow(tile);
  fillTile(tensor, tile, start);
  dumpWindow(tile, out);
}
