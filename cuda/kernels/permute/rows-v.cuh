// Rows that stay whole, in blocks: a CTA takes rows that are neighbours in the input and rows that are neighbours in the
// output, so that short rows fill whole lines of both while these are in cache. No shared memory: a vector of a row is
// loaded from its place in the input, and written to its place in the output.
#pragma once
#include "load-last.cuh"
#include "take-digit.cuh"

namespace lanescape {

constexpr unsigned ROWS_THREADS = 256;  // the most: a launch has as many as its blocks have work for
constexpr unsigned ROWS_HELD = 2;       // vectors of a thread: more of them under way would only stand in each other's way

struct RowStart {
  unsigned in, out;          // vectors
  unsigned left[ROW_SIDES];  // vectors from there to the end of the dimension
};

__device__ inline RowStart rowStart(unsigned number, const RowGrid& grid) {
  RowStart start = {0, 0, {grid.extent[ACROSS], grid.extent[ACROSS_NEXT], grid.extent[DOWN_NEXT]}};
#pragma unroll GRID_UNROLLED
  for (unsigned i = 0; i < grid.dims; i++) {
    const RowDim& dim = grid.dim[i];
    const unsigned digit = takeDigit(number, dim.count);
    start.in += digit * dim.inStep;
    start.out += digit * dim.outStep;
#pragma unroll
    for (unsigned side = 0; side < ROW_SIDES; side++)
      if (side == dim.side) start.left[side] -= digit * dim.length;
  }
  return start;
}

template <unsigned BYTES>
__device__ void moveVectors(void* outVectors, const void* inVectors, const Rows& rows) {
  using Unit = typename WordOf<BYTES>::Type;
  const RowStart start = rowStart(blockIdx.x, rows.grid);
  const Unit* const in = static_cast<const Unit*>(inVectors) + start.in;
  Unit* const out = static_cast<Unit*>(outVectors) + start.out;
  Unit held[ROWS_HELD];
  unsigned place[ROWS_HELD];
  bool isInside[ROWS_HELD];
#pragma unroll
  for (unsigned i = 0; i < ROWS_HELD; i++) {
    const unsigned number = threadIdx.x + i * blockDim.x;
    unsigned rest = number;
    const unsigned across = takeDigit(rest, rows.across);
    const unsigned downNext = takeDigit(rest, rows.downNext);
    const unsigned acrossNext = rest;
    isInside[i] = number < rows.vectors && across < start.left[ACROSS] && acrossNext < start.left[ACROSS_NEXT] &&
                  downNext < start.left[DOWN_NEXT];
    place[i] = across + acrossNext * rows.outStride[ACROSS_NEXT] + downNext * rows.outStride[DOWN_NEXT];
    const unsigned from = across + acrossNext * rows.inStride[ACROSS_NEXT] + downNext * rows.inStride[DOWN_NEXT];
    if (isInside[i]) held[i] = loadLast(in + from);
  }
#pragma unroll
  for (unsigned i = 0; i < ROWS_HELD; i++)
    if (isInside[i]) out[place[i]] = held[i];
}

// The widest access, up to 16 bytes, that a row is a multiple of: then all rows are aligned to it.
template <typename Element>
__device__ void moveRows(Element* out, const Element* in, const Rows& rows) {
  if (rows.vectorBytes == 16) return moveVectors<16>(out, in, rows);
  if constexpr (sizeof(Element) <= 8) if (rows.vectorBytes == 8) return moveVectors<8>(out, in, rows);
  if constexpr (sizeof(Element) <= 4) if (rows.vectorBytes == 4) return moveVectors<4>(out, in, rows);
  if constexpr (sizeof(Element) <= 2) if (rows.vectorBytes == 2) return moveVectors<2>(out, in, rows);
  if constexpr (sizeof(Element) <= 1) if (rows.vectorBytes == 1) return moveVectors<1>(out, in, rows);
}

}  // namespace lanescape
