// tile-v with its plan compiled in.
#include "compiled-tiles.cuh"
#include "permute.cuh"
#include "tile-v.cuh"

__device__ constexpr lanescape::Tiles TILES = lanescape::compiledTiles<lanescape::Tiles>();

extern "C" __global__ void __launch_bounds__(lanescape::TILE_THREADS<Element>, lanescape::TILE_CTAS<Element>)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveTiles(out, in, TILES);
}
