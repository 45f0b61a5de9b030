// rows-odd with its plan compiled in.
#include "compiled-plan.cuh"
#include "permute.cuh"
#include "rows-odd.cuh"

__device__ constexpr lanescape::UnalignedRows ROWS = lanescape::compiledPlan<lanescape::UnalignedRows>();

extern "C" __global__ void __launch_bounds__(lanescape::ROWS_ODD_THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveUnalignedRows(out, in, ROWS);
}
