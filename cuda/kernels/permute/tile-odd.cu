#include "permute.cuh"
#include "tile-odd.cuh"

extern "C" __global__ void __launch_bounds__(lanescape::ODD_THREADS, lanescape::ODD_CTAS<Element>)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ lanescape::OddTiles tiles) {
  lanescape::moveOddTiles(out, in, tiles);
}
