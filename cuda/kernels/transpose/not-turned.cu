// Known wrong: the vectorized transpose that forgets to turn its squares. Every access goes where it should, and each square
// arrives at its place with rows where columns belong: only the answer tells.
#include "transpose.cuh"

constexpr int VECTOR = 16 / sizeof(Element);  // elements of an access; side of a square
constexpr int SQUARES = TILE / VECTOR;        // along a side of the tile; vectors of a row
// Of a square of bytes a thread has 16 rows under way, and few threads find room for so many: half of them then only store.
constexpr int LEAST = sizeof(Element) == 1 ? 128 : 1;
constexpr int WANTED = SQUARES * SQUARES < LEAST ? LEAST : SQUARES * SQUARES > 256 ? 256 : SQUARES * SQUARES;
constexpr int ROWS_AT_ONCE = WANTED / SQUARES < TILE ? WANTED / SQUARES : TILE;  // stored; columns of squares when loaded
constexpr int THREADS = ROWS_AT_ONCE * SQUARES;
constexpr int HELD = TILE / ROWS_AT_ONCE;        // vectors of a thread

// Where vector v of row y is kept. The rows of a square lie alike; lanes load from one square below the other, and each
// of these XORs another number.
__device__ int swizzled(int y, int v) { return y * SQUARES + (v ^ (y / VECTOR)); }

// Loads above come before loads below in the compiled text, so that a model can say in which order a trace has them. The
// hardware may still overlap them: no instruction stands for it.
__device__ void keepOrder() { asm volatile("" ::: "memory"); }

extern "C" __global__ void __launch_bounds__(THREADS)
transpose(uint4* __restrict__ out, const uint4* __restrict__ in, int rows, int columns) {
  // The launch allots TILE rows.
  extern __shared__ uint4 tile[];
  const int along = threadIdx.x;  // of SQUARES
  const int down = threadIdx.y;   // of ROWS_AT_ONCE

  // A warp reads rows of `in`: into registers, so that no load waits for another.
  const int left = blockIdx.y * TILE;
  const int top = blockIdx.x * TILE;
  const int x = left + along * VECTOR;
  uint4 held[HELD];
#pragma unroll
  for (int i = 0; i < HELD; i++) {
    const int y = top + down + i * ROWS_AT_ONCE;
    if (x < columns && y < rows) held[i] = in[(y * columns + x) / VECTOR];
  }

  // It stores them as rows of the tile, their vectors permuted.
#pragma unroll
  for (int i = 0; i < HELD; i++) {
    const int row = down + i * ROWS_AT_ONCE;
    if (x < columns && top + row < rows) tile[swizzled(row, along)] = held[i];
  }

  // The squares to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  // A lane loads a square, the next lane the one below it. The lanes write rows of `out` side by side.
  const int y = top + along * VECTOR;
#pragma unroll
  for (int square = down; square < SQUARES; square += ROWS_AT_ONCE) {
    const int column = left + square * VECTOR;
    if (y >= rows || column >= columns) continue;
    uint4 row[VECTOR];
#pragma unroll
    for (int r = 0; r < VECTOR; r++) {
      row[r] = tile[swizzled(along * VECTOR + r, square)];
      keepOrder();
    }
#pragma unroll
    for (int c = 0; c < VECTOR; c++) out[((column + c) * rows + y) / VECTOR] = row[c];
  }
}
