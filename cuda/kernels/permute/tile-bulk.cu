#include "permute.cuh"
#include "tile-bulk.cuh"

extern "C" __global__ void __launch_bounds__(lanescape::BULK_THREADS<Element>, 1)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ lanescape::BulkTiles tiles) {
  lanescape::moveBulkTiles(out, in, tiles);
}
