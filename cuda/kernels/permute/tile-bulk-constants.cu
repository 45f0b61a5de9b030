// tile-bulk with its plan compiled in.
#include "compiled-plan.cuh"
#include "permute.cuh"
#include "tile-bulk.cuh"

__device__ constexpr lanescape::BulkTiles TILES = lanescape::compiledPlan<lanescape::BulkTiles>();

extern "C" __global__ void __launch_bounds__(lanescape::BULK_THREADS<Element>, 1)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveBulkTiles(out, in, TILES);
}
