#include "permute.cuh"
#include "tile-v.cuh"

extern "C" __global__ void __launch_bounds__(lanescape::TILE_THREADS<Element>, lanescape::TILE_CTAS<Element>)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ lanescape::Tiles tiles) {
  lanescape::moveTiles(out, in, tiles);
}
