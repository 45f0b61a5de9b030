// tile-short with its plan compiled in.
#include "compiled-plan.cuh"
#include "permute.cuh"
#include "tile-short.cuh"

__device__ constexpr lanescape::ShortTiles TILES = lanescape::compiledPlan<lanescape::ShortTiles>();

extern "C" __global__ void __launch_bounds__(lanescape::SHORT_THREADS, lanescape::SHORT_CTAS)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveShortTiles(out, in, TILES);
}
