// Sixteen bytes in every access to global memory. The tile is cut into squares of VECTOR x VECTOR elements, so that a square is
// VECTOR vectors both ways: a thread loads those of a square from the tile, turns rows into columns in registers, and writes
// them. The swizzle moves whole vectors, and every access asks each bank equally often.
#include "load-last.cuh"
#include "transpose.cuh"
#include "turn.cuh"

constexpr int VECTOR = 16 / sizeof(Element);  // elements of an access; side of a square
// A tile reads at least 256 bytes of each row. Where a square's rows are half of that, it has half the rows and twice the columns, and the tile
// below writes the other half of its lines.
constexpr int ROWS = TILE * sizeof(Element) == 128 ? TILE / 2 : TILE;
constexpr int COLUMNS = TILE * TILE / ROWS;
constexpr int DOWN = ROWS / VECTOR;       // squares
constexpr int ACROSS = COLUMNS / VECTOR;  // squares; vectors of a row
// Elements of 16 bytes need no registers to be turned in.
constexpr int MOST = sizeof(Element) == 16 ? 512 : 256;
// Of a square of bytes, and of 2-byte elements where tiles are small, a thread turns half the columns at once: that leaves registers for twice
// the threads.
constexpr int PARTS = sizeof(Element) == 1 || (sizeof(Element) == 2 && ROWS < TILE) ? 2 : 1;
constexpr int PART = VECTOR / PARTS;  // columns
constexpr int WANTED = DOWN * ACROSS * PARTS < MOST ? DOWN * ACROSS * PARTS : MOST;
constexpr int ROWS_AT_ONCE = WANTED / ACROSS < ROWS ? WANTED / ACROSS : ROWS;  // stored
constexpr int THREADS = ROWS_AT_ONCE * ACROSS;
constexpr int HELD = ROWS / ROWS_AT_ONCE;  // vectors of a thread

using Vector = lanescape::Vector<Element, VECTOR>;
using Piece = lanescape::Vector<Element, PART>;

// Where vector v of row y is kept. The rows of a square lie alike; lanes load from one square below the other, and each of these XORs
// another number: multiples of STEP, so that lanes that go on in the next column of squares meet the vectors in between.
constexpr int STEP = DOWN < 8 ? 8 / DOWN : 1;
__device__ int swizzled(int y, int v) { return y * ACROSS + (v ^ (y / VECTOR * STEP)); }

// Loads above come before loads below in the compiled text, so that a model can say in which order a trace has them. The
// hardware may still overlap them: no instruction stands for it.
__device__ void keepOrder() { asm volatile("" ::: "memory"); }

extern "C" __global__ void __launch_bounds__(THREADS)
transpose(Vector* __restrict__ out, const Vector* __restrict__ in, int rows, int columns) {
  // The launch allots ROWS rows.
  extern __shared__ uint4 tile[];
  const int along = threadIdx.x;  // of ACROSS
  const int down = threadIdx.y;   // of ROWS_AT_ONCE

  // CTAs that run at a time lie one below the other: they write side by side. But a column of tiles is read slowly where rows of `in`
  // lie multiples of 128 KiB apart: there the launch has a third dimension, groups of columns, and CTAs of a group go side by side.
  const bool isGrouped = sizeof(Element) >= 8 && gridDim.z > 1;
  const int left = (isGrouped ? blockIdx.z * gridDim.x + blockIdx.x : blockIdx.y) * COLUMNS;
  const int top = (isGrouped ? blockIdx.y : blockIdx.x) * ROWS;

  // A warp reads rows of `in`: into registers, so that no load waits for another.
  const int x = left + along * VECTOR;
  uint4 held[HELD];
#pragma unroll
  for (int i = 0; i < HELD; i++) {
    const int y = top + down + i * ROWS_AT_ONCE;
    if (x < columns && y < rows) held[i] = lanescape::loadLast(&in[(y * columns + x) / VECTOR].all);
  }

  // It stores them as rows of the tile, their vectors permuted.
#pragma unroll
  for (int i = 0; i < HELD; i++) {
    const int row = down + i * ROWS_AT_ONCE;
    if (x < columns && top + row < rows) tile[swizzled(row, along)] = held[i];
  }

  // The squares to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  // A lane loads a square or a part of it, the next lane the next part or the square below. What was row r of it becomes
  // element r of each vector, and the lanes write rows of `out` side by side.
  const Piece* const pieces = reinterpret_cast<const Piece*>(tile);
#pragma unroll
  for (int number = down * ACROSS + along; number < DOWN * ACROSS * PARTS; number += THREADS) {
    const int part = number % PARTS;
    const int below = number / PARTS % DOWN;
    const int square = number / PARTS / DOWN;
    const int y = top + below * VECTOR;
    const int column = left + square * VECTOR + part * PART;
    if (y >= rows || column >= columns) continue;
    Piece row[VECTOR];
    Vector turned[PART];
#pragma unroll
    for (int r = 0; r < VECTOR; r++) {
      row[r].all = pieces[swizzled(below * VECTOR + r, square) * PARTS + part].all;
      keepOrder();
    }
    lanescape::turn(turned, row);
#pragma unroll
    for (int c = 0; c < PART; c++) out[((column + c) * rows + y) / VECTOR].all = turned[c].all;
  }
}
