// Blocks with two long sides whose rows are no whole vectors. Accesses to global memory are of sixteen aligned bytes all the
// same: a row is loaded from the vector on that its first element lies in. So it lies shifted in shared memory, by a number of
// elements of its own, and columns are loaded from there element by element. Each column is cut where a sector of the output
// begins, so that no two CTAs write to one.
#pragma once
#include "odd.hpp"
#include "tile-v.cuh"

namespace lanescape {

constexpr unsigned ODD_THREADS = 512;  // the most: a launch has as many as its blocks have work for
constexpr unsigned ODD_HELD = 4;       // vectors of a thread under way

// CTAs of so many threads that an SM must have room for.
template <typename Element>
constexpr unsigned ODD_CTAS = sizeof(Element) == 1 ? 3 : 4;

// Elements. A column of a block begins less than so many before the block does, and ends as much earlier.
template <typename Element>
constexpr unsigned CUT = 32 / sizeof(Element);

// Elements between the start of a row's first vector and its first element, which is number `first` of the input.
template <unsigned COUNT>
__device__ inline unsigned shiftOf(unsigned first) {
  return first % COUNT;
}

// Rows of the block that are there.
struct OddRows {
  unsigned low, high;
};

template <typename Element>
__device__ void loadOddRows(const Element* in, const OddTiles& tiles, const TileStart& start, const OddRows& rows) {
  constexpr unsigned COUNT = 16 / sizeof(Element);
  using Unit = Vector<Element, COUNT>;
  extern __shared__ uint4 shared[];
  const unsigned columns = min(tiles.across.length, tiles.across.total - start.across);
  Unit held[ODD_HELD];
  unsigned element[ODD_HELD], place[ODD_HELD];
  bool isInside[ODD_HELD];
#pragma unroll
  for (unsigned i = 0; i < ODD_HELD; i++) {
    const unsigned number = threadIdx.x + i * blockDim.x;
    unsigned row = number;
    const unsigned vector = takeDigit(row, tiles.rowVectors);
    const unsigned first = start.in + start.across + besides(tiles.down, rows.low + row);
    element[i] = (first / COUNT + vector) * COUNT;
    isInside[i] = rows.low + row < rows.high && element[i] < first + columns;
    // A spare vector follows as many rows as a vector has elements.
    place[i] = number + row / COUNT;
    if (isInside[i] && element[i] + COUNT <= tiles.elements)
      held[i].all = loadLast(&reinterpret_cast<const Unit*>(in + element[i])->all);
  }
  __syncwarp();
  // The tensor may end within a vector.
#pragma unroll
  for (unsigned i = 0; i < ODD_HELD; i++) {
    if (!isInside[i] || element[i] + COUNT <= tiles.elements) continue;
    held[i].all = {};
#pragma unroll
    for (unsigned k = 0; k + 1 < COUNT; k++)
      if (element[i] + k < tiles.elements) held[i].element[k] = in[element[i] + k];
  }
#pragma unroll
  for (unsigned i = 0; i < ODD_HELD; i++)
    if (isInside[i]) reinterpret_cast<Unit*>(shared)[place[i]].all = held[i].all;
}

template <typename Element>
__device__ void writeOddColumns(Element* out, const OddTiles& tiles, const TileStart& start, const OddRows& rows) {
  constexpr unsigned COUNT = 16 / sizeof(Element);
  using Unit = Vector<Element, COUNT>;
  extern __shared__ uint4 shared[];
  const Element* const tile = reinterpret_cast<const Element*>(shared);
  const unsigned columns = min(tiles.across.length, tiles.across.total - start.across);
  const unsigned pitch = tiles.rowVectors.divisor * COUNT;
  const unsigned extent = tiles.down.first.divisor;
  const int low = rows.low, high = rows.high;
  const unsigned all = columns * tiles.columnVectors.divisor;
#pragma unroll 1
  for (unsigned turn = 0; turn < all; turn += blockDim.x) {
    unsigned column = turn + threadIdx.x;
    const bool isThere = column < all;
    const unsigned vector = takeDigit(column, tiles.columnVectors);
    const unsigned to = start.out + besides(tiles.across, start.across + column);
    // The row that the vector begins in, which may lie before the first one of the pair.
    const int top = isThere ? static_cast<int>(start.down + vector * COUNT) - static_cast<int>(to % CUT<Element>) : high;
    // Its rows, one after the other: where each starts in the input says how it is shifted.
    unsigned next = max(top, 0);
    unsigned digit = takeDigit(next, tiles.down.first);
    unsigned first = start.in + start.across + digit * tiles.down.stride[0] + next * tiles.down.stride[1];
    Unit unit;
#pragma unroll
    for (int k = 0; k < static_cast<int>(COUNT); k++) {
      const int row = top + k;
      if (row >= low && row < high) {
        const unsigned at = row - low;
        unit.element[k] = tile[at * pitch + at / COUNT * COUNT + shiftOf<COUNT>(first) + column];
      }
      // Loads stay in the order of the rows, so that a trace has one on every architecture.
      asm volatile("" ::: "memory");
      if (row < 0) continue;
      first += tiles.down.stride[0];
      if (++digit < extent) continue;
      digit = 0;
      first += tiles.down.stride[1] - extent * tiles.down.stride[0];
    }
    const bool isWhole = top >= low && top + static_cast<int>(COUNT) <= high;
    if (isWhole) reinterpret_cast<Unit*>(out + (to + top))->all = unit.all;
    __syncwarp();
    // Both ends of the pair may lie within a vector.
    if (!isWhole)
#pragma unroll
      for (int k = 0; k < static_cast<int>(COUNT); k++)
        if (top + k >= low && top + k < high) out[to + top + k] = unit.element[k];
    __syncwarp();
  }
}

template <typename Element>
__device__ void moveOddTiles(Element* out, const Element* in, const OddTiles& tiles) {
  const TileStart start = tileStart(blockIdx.x, tiles.grid);
  const unsigned before = min(start.down, CUT<Element> - 1);
  const OddRows rows = {start.down - before, min(start.down + tiles.down.length, tiles.down.total)};
  loadOddRows(in, tiles, start, rows);
  // The rows to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();
  writeOddColumns(out, tiles, start, rows);
}

}  // namespace lanescape
