#include "permute.cuh"
#include "tile-short.cuh"

extern "C" __global__ void __launch_bounds__(lanescape::SHORT_THREADS, lanescape::SHORT_CTAS)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ lanescape::ShortTiles tiles) {
  lanescape::moveShortTiles(out, in, tiles);
}
