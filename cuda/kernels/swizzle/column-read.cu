// Each lane reads the same element of its own row, where the pattern has it; out comes the tile transposed.
#include "fill.cuh"

template <class Element>
__device__ void readColumns(void *out, const Tile &tile) {
  Element *columns = static_cast<Element *>(out);
  int lane = threadIdx.x % WARP, groups = (tile.rows + WARP - 1) / WARP;
  for (int i = threadIdx.x / WARP; i < tile.rowBytes / int(sizeof(Element)) * groups; i += THREADS / WARP) {
    int column = i / groups, row = i % groups * WARP + lane;
    if (row < tile.rows)
      columns[column * tile.rows + row] =
          *reinterpret_cast<const Element *>(window + offsetOf(tile, row, column * int(sizeof(Element))));
  }
}

extern "C" __global__ void __launch_bounds__(THREADS)
    swizzle(void *out, const __grid_constant__ Tensor tensor, Tile tile, Start start, int elementBytes) {
  clearWindow(tile);
  fillTile(tensor, tile, start);
  switch (elementBytes) {
    case 1: return readColumns<unsigned char>(out, tile);
    case 2: return readColumns<unsigned short>(out, tile);
    case 4: return readColumns<unsigned>(out, tile);
    case 8: return readColumns<uint2>(out, tile);
  }
}
