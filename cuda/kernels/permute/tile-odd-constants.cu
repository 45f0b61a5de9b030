// tile-odd with its plan compiled in.
#include "compiled-plan.cuh"
#include "permute.cuh"
#include "tile-odd.cuh"

__device__ constexpr lanescape::OddTiles TILES = lanescape::compiledPlan<lanescape::OddTiles>();

extern "C" __global__ void __launch_bounds__(lanescape::ODD_THREADS, lanescape::ODD_CTAS<Element>)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveOddTiles(out, in, TILES);
}
