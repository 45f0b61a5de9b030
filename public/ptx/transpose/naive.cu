// Transpose without shared memory: out[x][y] = in[y][x].
#include "transpose.cuh"

extern "C" __global__ void transpose(Element* __restrict__ out, const Element* __restrict__ in, int rows, int columns) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;

  // The lanes of a warp read side by side, but write a whole row of `out` apart.
  for (int step = 0; step < TILE; step += THREAD_ROWS)
    if (x < columns && y + step < rows)
      out[x * rows + (y + step)] = in[(y + step) * columns + x];
}
