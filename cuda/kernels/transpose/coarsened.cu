// The padded transpose by fewer threads that each move several elements: all loads of a thread are under way before it
// waits for the first. With one load a thread, an SM's threads together do not ask for enough to keep memory busy.
#include "transpose.cuh"

// A quarter of the other variants' threads: THREAD_ROWS of the tile's rows at once, HELD times.
constexpr int FEWER_ROWS = THREAD_ROWS / 4;
constexpr int HELD = TILE / FEWER_ROWS;

extern "C" __global__ void __launch_bounds__(TILE * FEWER_ROWS)
transpose(Element* __restrict__ out, const Element* __restrict__ in, int rows, int columns, int pitch) {
  // The launch allots TILE rows of `pitch` elements: TILE and the padding.
  extern __shared__ Element tile[];

  // A warp reads rows of `in`: into registers, so that no load waits for another.
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  Element held[HELD];
#pragma unroll
  for (int i = 0; i < HELD; i++)
    if (x < columns && y + i * FEWER_ROWS < rows)
      held[i] = in[(y + i * FEWER_ROWS) * columns + x];

  // It stores them as rows of the tile.
#pragma unroll
  for (int i = 0; i < HELD; i++)
    if (x < columns && y + i * FEWER_ROWS < rows)
      tile[(threadIdx.y + i * FEWER_ROWS) * pitch + threadIdx.x] = held[i];

  // The columns to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  // A warp loads columns of the tile and writes them as rows of `out`.
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
  for (int i = 0; i < HELD; i++)
    if (x < rows && y + i * FEWER_ROWS < columns)
      out[(y + i * FEWER_ROWS) * rows + x] = tile[threadIdx.x * pitch + (threadIdx.y + i * FEWER_ROWS)];
}
