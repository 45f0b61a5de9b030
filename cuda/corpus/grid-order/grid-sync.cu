// Barriers of a whole grid by cooperative groups.
#include <cooperative_groups.h>
//! launch {"grid": [6, 1, 1]}

namespace cg = cooperative_groups;

extern "C" __global__ void right(int* out) {
  cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < 3; round++) {
    if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] += round;
    grid.sync();
    int other = threadIdx.x < 8 ? out[8 * ((blockIdx.x + 1) % 6) + threadIdx.x] : 0;
    grid.sync();
    if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] += other;
  }
}

extern "C" __global__ void wrongNoSync(int* out) {
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] = 1;
  grid.sync();
  int other = threadIdx.x < 8 ? out[8 * ((blockIdx.x + 1) % 6) + threadIdx.x] : 0;  //! fault race, advice grid.sync(), tried in vain
  if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] += other;
}

extern "C" __global__ void wrongBarrierOfTheCta(int* out) {
  if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] = 1;
  __syncthreads();
  int other = threadIdx.x < 8 ? out[8 * ((blockIdx.x + 1) % 6) + threadIdx.x] : 0;  //! fault race
  __syncthreads();
  if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] += other;
}

extern "C" __global__ void wrongReadOnlyLoad(int* out) {
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] = 1;
  grid.sync();
  int other = threadIdx.x < 8 ? __ldg(&out[8 * ((blockIdx.x + 1) % 6) + threadIdx.x]) : 0;  //! fault readOnlyLoad
  grid.sync();
  if (threadIdx.x < 8) out[8 * blockIdx.x + threadIdx.x] += other;
}
