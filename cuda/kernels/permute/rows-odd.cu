#include "permute.cuh"
#include "rows-odd.cuh"

extern "C" __global__ void __launch_bounds__(lanescape::ROWS_ODD_THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ lanescape::UnalignedRows rows) {
  lanescape::moveUnalignedRows(out, in, rows);
}
