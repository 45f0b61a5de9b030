// Blocks with two long sides, moved by vectors on both: sixteen bytes wherever the two fastest dimensions are whole vectors.
// A side goes on in its next dimension, so a block has any length on either side, whatever the extents are.
// A block lies in shared memory as rows of the input; squares of vectors are turned in registers on the way out. One spare
// vector follows every square's rows: so lanes that load squares below each other start in different banks.
#pragma once
#include "load-last.cuh"
#include "take-digit.cuh"

namespace lanescape {

// The most threads of a CTA: a launch has as many as its blocks have work for. Large blocks are for runs that lie far apart on both
// sides, whose pages are then asked for less often.
template <typename Element>
constexpr unsigned TILE_THREADS = sizeof(Element) < 4 ? 256 : 512;

// Bytes of a thread, all under way before it waits for some of them: few, so that CTAs are small and many, and end about together.
// Rows of a square are loaded in pieces of 8 bytes.
template <typename Element>
constexpr unsigned TILE_BYTES = sizeof(Element) < 4 ? 128 / sizeof(Element) : 32;

// Blocks with more than these can have twice as many, up to 128.
template <typename Element>
constexpr unsigned LARGE_TILE_BYTES = TILE_BYTES<Element> < 128 ? 2 * TILE_BYTES<Element> : 128;

// CTAs of so many threads that an SM must have room for.
template <typename Element>
constexpr unsigned TILE_CTAS = sizeof(Element) == 2 || sizeof(Element) == 4 ? 4 : 3;

// Vectors that BYTES of a thread are; no more than there are registers for.
template <typename Element, unsigned COUNT, unsigned BYTES, unsigned MOST = sizeof(Element) < 4 ? 16 : 8>
constexpr unsigned HELD_OF = BYTES / (COUNT * sizeof(Element)) < MOST ? BYTES / (COUNT * sizeof(Element)) : MOST;

struct TileStart {
  unsigned in, out;       // elements
  unsigned across, down;  // along the pairs
};

__device__ inline TileStart tileStart(unsigned number, const TileGrid& grid) {
  TileStart start = {0, 0, 0, 0};
#pragma unroll GRID_UNROLLED
  for (unsigned i = 0; i < grid.dims; i++) {
    const TileDim& dim = grid.dim[i];
    const unsigned digit = takeDigit(number, dim.count);
    start.in += digit * dim.inStep;
    start.out += digit * dim.outStep;
    start.across += digit * dim.acrossStep;
    start.down += digit * dim.downStep;
  }
  return start;
}

// Where element `at` of a pair lies on the other side.
__device__ inline unsigned besides(const Pair& pair, unsigned at) {
  const unsigned digit = takeDigit(at, pair.first);
  return digit * pair.stride[0] + at * pair.stride[1];
}

// A thread holds HELD vectors of COUNT elements.
template <typename Element, unsigned COUNT, unsigned HELD>
__device__ void moveTile(Element* out, const Element* in, const Tiles& tiles) {
  using Unit = Vector<Element, COUNT>;
  constexpr unsigned COLUMNS = HELD < COUNT ? HELD : COUNT;  // of a square, that a thread turns at once
  constexpr unsigned PARTS = COUNT / COLUMNS;
  using Piece = Vector<Element, COLUMNS>;
  extern __shared__ uint4 shared[];
  Unit* const tile = reinterpret_cast<Unit*>(shared);
  const unsigned rowVectors = tiles.acrossVectors.divisor;
  const TileStart start = tileStart(blockIdx.x, tiles.grid);
  const unsigned columns = min(tiles.across.length, tiles.across.total - start.across);
  const unsigned rows = min(tiles.down.length, tiles.down.total - start.down);
  in += start.in + start.across;
  out += start.out + start.down;

  Unit held[HELD];
  unsigned place[HELD];
  bool isInside[HELD];
#pragma unroll
  for (unsigned i = 0; i < HELD; i++) {
    unsigned row = threadIdx.x + i * blockDim.x;
    const unsigned across = takeDigit(row, tiles.acrossVectors);
    isInside[i] = row < rows && across * COUNT < columns;
    place[i] = row * rowVectors + row / COUNT * tiles.spare + across;
    const unsigned element = across * COUNT + besides(tiles.down, start.down + row);
    if (isInside[i]) held[i].all = loadLast(&reinterpret_cast<const Unit*>(in + element)->all);
  }
#pragma unroll
  for (unsigned i = 0; i < HELD; i++)
    if (isInside[i]) tile[place[i]].all = held[i].all;

  // The squares to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  const Piece* const pieces = reinterpret_cast<const Piece*>(shared);
#pragma unroll
  for (unsigned i = 0; i < HELD / COLUMNS; i++) {
    const unsigned number = threadIdx.x + i * blockDim.x;
    const unsigned part = number % PARTS;
    unsigned across = number / PARTS;
    const unsigned down = takeDigit(across, tiles.downSquares);
    if (across * COUNT >= columns || down * COUNT >= rows) continue;
    const unsigned first = down * (COUNT * rowVectors + tiles.spare) + across;
    Piece square[COUNT];
    Unit turned[COLUMNS];
#pragma unroll
    for (unsigned r = 0; r < COUNT; r++) {
      square[r].all = pieces[(first + r * rowVectors) * PARTS + part].all;
      // Loads stay in the order of the rows, so that a trace has one on every architecture.
      asm volatile("" ::: "memory");
    }
    turn(turned, square);
    // A square lies within one row of each dimension, since both extents are whole vectors.
    const unsigned column = across * COUNT + part * COLUMNS;
    const unsigned element = down * COUNT + besides(tiles.across, start.across + column);
#pragma unroll
    for (unsigned c = 0; c < COLUMNS; c++)
      reinterpret_cast<Unit*>(out + (element + c * tiles.across.stride[0]))->all = turned[c].all;
  }
}

template <typename Element, unsigned COUNT>
__device__ void moveTilesBy(Element* out, const Element* in, const Tiles& tiles) {
  constexpr unsigned FEW = HELD_OF<Element, COUNT, TILE_BYTES<Element>>;
  constexpr unsigned MANY = HELD_OF<Element, COUNT, LARGE_TILE_BYTES<Element>>;
  if (tiles.acrossVectors.divisor * tiles.down.length <= FEW * TILE_THREADS<Element>) return moveTile<Element, COUNT, FEW>(out, in, tiles);
  if constexpr (MANY > FEW) moveTile<Element, COUNT, MANY>(out, in, tiles);
}

// The widest vector, up to 16 bytes, of which both fastest dimensions are multiples: then all rows are aligned to it.
template <typename Element>
__device__ void moveTiles(Element* out, const Element* in, const Tiles& tiles) {
  constexpr unsigned WIDEST = 16 / sizeof(Element);
  if (tiles.vector == 1) return moveTilesBy<Element, 1>(out, in, tiles);
  if constexpr (WIDEST >= 2) if (tiles.vector == 2) return moveTilesBy<Element, 2>(out, in, tiles);
  if constexpr (WIDEST >= 4) if (tiles.vector == 4) return moveTilesBy<Element, 4>(out, in, tiles);
  if constexpr (WIDEST >= 8) if (tiles.vector == 8) return moveTilesBy<Element, 8>(out, in, tiles);
  if constexpr (WIDEST >= 16) if (tiles.vector == 16) return moveTilesBy<Element, 16>(out, in, tiles);
}

}  // namespace lanescape
