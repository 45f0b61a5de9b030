// tile-v with its plan compiled in. Of large elements the compiler keeps more numbers of a plan that it knows than 40 registers hold.
#include "compiled-plan.cuh"
#include "permute.cuh"
#include "tile-v.cuh"

__device__ constexpr lanescape::Tiles TILES = lanescape::compiledPlan<lanescape::Tiles>();

extern "C" __global__ void __launch_bounds__(lanescape::TILE_THREADS<Element>, sizeof(Element) < 8 ? lanescape::TILE_CTAS<Element> : 1)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveTiles(out, in, TILES);
}
