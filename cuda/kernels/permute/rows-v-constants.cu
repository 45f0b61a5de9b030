// rows-v with its plan compiled in.
#include "compiled-plan.cuh"
#include "permute.cuh"
#include "rows-v.cuh"

__device__ constexpr lanescape::Rows ROWS = lanescape::compiledPlan<lanescape::Rows>();

extern "C" __global__ void __launch_bounds__(lanescape::ROWS_THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in) {
  lanescape::moveRows(out, in, ROWS);
}
