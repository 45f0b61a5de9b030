// The tiled transpose with padded rows: a pitch that shifts each row by a bank spreads a column over all banks.
#include "transpose.cuh"

extern "C" __global__ void transpose(Element* __restrict__ out, const Element* __restrict__ in, int rows, int columns,
                                     int pitch) {
  // The launch allots TILE rows of `pitch` elements: TILE and the padding.
  extern __shared__ Element tile[];

  // A warp reads a row of `in` and stores it as a row of the tile.
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int step = 0; step < TILE; step += THREAD_ROWS)
    if (x < columns && y + step < rows)
      tile[(threadIdx.y + step) * pitch + threadIdx.x] = in[(y + step) * columns + x];

  // The column to come was stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  // A warp loads a column of the tile and writes it as a row of `out`.
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int step = 0; step < TILE; step += THREAD_ROWS)
    if (x < rows && y + step < columns)
      out[(y + step) * rows + x] = tile[threadIdx.x * pitch + (threadIdx.y + step)];
}
