// The tiled transpose with swizzled columns: no bank conflict and no padding, for a tile whose side is a power of two.
#include "transpose.cuh"

// Rows that share one pass over the 32 banks (128 bytes), and elements that share one bank (4 bytes).
constexpr int ROWS_PER_LINE = TILE * sizeof(Element) < 128 ? 128 / (TILE * sizeof(Element)) : 1;
constexpr int ELEMENTS_PER_WORD = sizeof(Element) < 4 ? 4 / sizeof(Element) : 1;

// Where column x of row y is kept. Each line XORs another number, so a column meets every bank once.
__device__ int swizzled(int y, int x) { return x ^ ((y / ROWS_PER_LINE * ELEMENTS_PER_WORD) % TILE); }

extern "C" __global__ void transpose(Element* __restrict__ out, const Element* __restrict__ in, int rows, int columns) {
  // The launch allots TILE rows: a static array could not exceed 48 KiB.
  extern __shared__ Element tile[][TILE];

  // A warp reads a row of `in` and stores it as a row of the tile, its elements permuted.
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int step = 0; step < TILE; step += THREAD_ROWS)
    if (x < columns && y + step < rows)
      tile[threadIdx.y + step][swizzled(threadIdx.y + step, threadIdx.x)] = in[(y + step) * columns + x];

  // The column to come was stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  // A warp loads a column of the tile, through the same permutation, and writes it as a row of `out`.
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int step = 0; step < TILE; step += THREAD_ROWS)
    if (x < rows && y + step < columns)
      out[(y + step) * rows + x] = tile[threadIdx.x][swizzled(threadIdx.x, threadIdx.y + step)];
}
