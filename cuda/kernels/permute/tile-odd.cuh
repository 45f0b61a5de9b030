// Blocks with two long sides whose rows are no whole vectors. Rows are loaded by words: elements, or four aligned bytes of
// smaller ones, which are stored one by one, so that a row lies in shared memory from the same place on wherever it starts. Rows
// are an odd number of elements apart, so that the elements of a column lie in different banks. A column is written by vectors,
// and cut where a sector of the output begins, so that no two CTAs write to one.
#pragma once
#include "odd.hpp"
#include "tile-v.cuh"

namespace lanescape {

constexpr unsigned ODD_THREADS = 640;  // the most: a launch has as many as its blocks have work for
constexpr unsigned ODD_ROWS = 8;       // of a thread, all under way before it waits for one of them
constexpr unsigned ODD_WORDS = 2;      // of each row

// CTAs of so many threads that an SM must have room for.
template <typename Element>
constexpr unsigned ODD_CTAS = sizeof(Element) == 4 ? 3 : 2;

// Elements of a word.
template <typename Element>
constexpr unsigned ODD_WORD = sizeof(Element) < 4 ? 4 / sizeof(Element) : 1;

// Elements between rows of shared memory, of which ROW_WARPS load one: its words, with room for a first one that begins before it.
template <typename Element, unsigned ROW_WARPS>
constexpr unsigned ODD_PITCH = ODD_WORDS * ROW_WARPS * 32 * ODD_WORD<Element> + (ODD_WORD<Element> == 1 ? 1 : ODD_WORD<Element> - 1);

// Elements. A column of a block begins less than so many before the block does, and ends as much earlier. Sectors of small
// elements are so many that blocks would read too much twice: vectors do.
template <typename Element>
constexpr unsigned ODD_CUT = (sizeof(Element) < 4 ? 16 : 32) / sizeof(Element);

// How much earlier a column begins whose first element would be number `to` of the output.
template <typename Element>
__device__ inline unsigned cutOf(unsigned to) {
  return to % ODD_CUT<Element>;
}

// Rows of the block that are there.
struct OddRows {
  unsigned low, high;
};

template <typename Element, unsigned ROW_WARPS>
__device__ void loadOddRows(const Element* in, const OddTiles& tiles, const TileStart& start, const OddRows& rows) {
  constexpr unsigned COUNT = ODD_WORD<Element>, ALONG = ROW_WARPS * 32, PITCH = ODD_PITCH<Element, ROW_WARPS>;
  using Word = Vector<Element, COUNT>;
  extern __shared__ uint4 shared[];
  Element* const tile = reinterpret_cast<Element*>(shared);
  const unsigned columns = min(tiles.across.length, tiles.across.total - start.across);
  const unsigned along = threadIdx.x % ALONG * COUNT;
  Word held[ODD_ROWS][ODD_WORDS];
  unsigned place[ODD_ROWS];
  bool isInside[ODD_ROWS][ODD_WORDS];
  unsigned last = 0, lastPlace = 0;
#pragma unroll
  for (unsigned i = 0; i < ODD_ROWS; i++) {
    const unsigned row = threadIdx.x / ALONG + i * (blockDim.x / ALONG);
    const unsigned first = start.in + start.across + besides(tiles.down, rows.low + row);
    const unsigned before = first % COUNT;
    const unsigned element = first - before + along;
    place[i] = row * PITCH + COUNT - 1 - before + along;
#pragma unroll
    for (unsigned w = 0; w < ODD_WORDS; w++) {
      const unsigned further = w * ALONG * COUNT;
      isInside[i][w] = rows.low + row < rows.high && along + further < columns + before;
      // The tensor may end within a word.
      if (COUNT > 1 && isInside[i][w] && element + further + COUNT > tiles.elements) {
        isInside[i][w] = false;
        last = element + further;
        lastPlace = place[i] + further;
      }
      if (isInside[i][w]) held[i][w].all = loadLast(&reinterpret_cast<const Word*>(in + element + further)->all);
    }
  }
#pragma unroll
  for (unsigned i = 0; i < ODD_ROWS; i++)
#pragma unroll
    for (unsigned w = 0; w < ODD_WORDS; w++)
#pragma unroll
      for (unsigned k = 0; k < COUNT; k++)
        if (isInside[i][w]) tile[place[i] + w * ALONG * COUNT + k] = held[i][w].element[k];
  if (COUNT > 1 && last > 0)
#pragma unroll
    for (unsigned k = 0; k + 1 < COUNT; k++)
      if (last + k < tiles.elements) tile[lastPlace + k] = in[last + k];
}

template <typename Element, unsigned ROW_WARPS>
__device__ void writeOddColumns(Element* out, const OddTiles& tiles, const TileStart& start, const OddRows& rows) {
  constexpr unsigned PITCH = ODD_PITCH<Element, ROW_WARPS>;
  constexpr int COUNT = 16 / sizeof(Element);
  using Unit = Vector<Element, COUNT>;
  extern __shared__ uint4 shared[];
  const Element* const tile = reinterpret_cast<const Element*>(shared) + (ODD_WORD<Element> - 1);
  const unsigned columns = min(tiles.across.length, tiles.across.total - start.across);
  const int low = rows.low, high = rows.high;
  const unsigned all = columns * tiles.columnVectors.divisor;
#pragma unroll 1
  for (unsigned turn = 0; turn < all; turn += blockDim.x) {
    unsigned column = turn + threadIdx.x;
    const bool isThere = column < all;
    const unsigned vector = takeDigit(column, tiles.columnVectors);
    const unsigned to = start.out + besides(tiles.across, start.across + column);
    // The row that the vector begins in, which may lie before the first one of the pair.
    const int top = static_cast<int>(start.down + vector * COUNT) - static_cast<int>(cutOf<Element>(to));
    const Element* const from = tile + ((top - low) * static_cast<int>(PITCH) + static_cast<int>(column));
    const bool isWhole = top >= low && top + COUNT <= high;
    if (isThere && isWhole) {
      Unit unit;
#pragma unroll
      for (int k = 0; k < COUNT; k++) {
        unit.element[k] = from[k * static_cast<int>(PITCH)];
        // Loads stay in the order of the rows, so that a trace has one on every architecture.
        asm volatile("" ::: "memory");
      }
      reinterpret_cast<Unit*>(out + (to + top))->all = unit.all;
    }
    __syncwarp();
    // Both ends of the pair may lie within a vector.
    if (isThere && !isWhole)
#pragma unroll 1
      for (int k = 0; k < COUNT; k++)
        if (top + k >= low && top + k < high) out[to + top + k] = from[k * static_cast<int>(PITCH)];
    __syncwarp();
  }
}

template <typename Element, unsigned ROW_WARPS>
__device__ void moveOddTile(Element* out, const Element* in, const OddTiles& tiles) {
  const TileStart start = tileStart(blockIdx.x, tiles.grid);
  const unsigned before = min(start.down, ODD_CUT<Element> - 1);
  const OddRows rows = {start.down - before, min(start.down + tiles.down.length, tiles.down.total)};
  loadOddRows<Element, ROW_WARPS>(in, tiles, start, rows);
  // The rows to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();
  writeOddColumns<Element, ROW_WARPS>(out, tiles, start, rows);
}

template <typename Element>
__device__ void moveOddTiles(Element* out, const Element* in, const OddTiles& tiles) {
  if (tiles.rowWarps == 1) return moveOddTile<Element, 1>(out, in, tiles);
  moveOddTile<Element, 2>(out, in, tiles);
}

}  // namespace lanescape
