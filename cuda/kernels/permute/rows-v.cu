#include "permute.cuh"
#include "rows-v.cuh"

extern "C" __global__ void __launch_bounds__(lanescape::ROWS_THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ lanescape::Rows rows) {
  lanescape::moveRows(out, in, rows);
}
