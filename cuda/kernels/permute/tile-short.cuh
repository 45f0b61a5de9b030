// Tiles with a short side: pixels of three channels, windows of seven by seven. One side's fastest dimensions are so short that a
// line of memory holds many rows of them, so a box takes the next dimensions too, until the runs of both sides are long. It lies in
// shared memory as the input has it. Threads gather the elements of a vector of the output one by one, wherever its rows wrap.
#pragma once
#include "load-last.cuh"
#include "short.hpp"
#include "take-digit.cuh"
#include "tile-v.cuh"

namespace lanescape {

// The most threads of a CTA: a launch has as many as its boxes have work for.
constexpr unsigned SHORT_THREADS = 256;

// CTAs of so many threads that an SM must have room for.
constexpr unsigned SHORT_CTAS = 5;

// Accesses of a thread whose places are found at once: its loads are all under way before it waits for one.
constexpr unsigned SHORT_HELD = 4;

// Elements that are stored to shared memory at once, and spared behind a group: a word.
template <typename Element>
constexpr unsigned SHORT_WORD = sizeof(Element) < 4 ? 4 / sizeof(Element) : 1;

// Where element `at` of a box lies in shared memory.
template <typename Element, bool SPARES>
__device__ inline unsigned placeOf(unsigned at, const ShortTiles& tiles) {
  return SPARES ? at + (at >> tiles.group) * SHORT_WORD<Element> : at;
}

// Elements from a box's start to the end of the dimensions that it cuts.
struct BoxEnds {
  unsigned left[3];

  __device__ BoxEnds(const ShortTiles& tiles, const TileStart& start)
      : left{tiles.total[CUT_ACROSS] - start.across, tiles.total[CUT_DOWN] - start.down, 0xffffffffu} {}
};

struct BoxAccess {
  unsigned element, place;  // of the first one: in global memory, and in the box
  unsigned first;           // digit of the fastest dimension
  bool isInside;
};

__device__ inline void addDigit(BoxAccess& access, unsigned digit, const BoxDim& dim, const BoxEnds& ends) {
  access.element += digit * dim.stride;
  access.place += digit * dim.place;
  if (dim.cut != NOT_CUT && digit * dim.step >= ends.left[dim.cut]) access.isInside = false;
}

// Of the accesses from `turn` on, a CTA's threads apart. All go through the dimensions together, so that none waits for another.
// `count`: what the dimensions count of an access.
template <unsigned HELD>
__device__ inline void findAccesses(BoxAccess (&access)[HELD], unsigned turn, unsigned count, const BoxSide& side, const BoxEnds& ends) {
  unsigned rest[HELD];
#pragma unroll
  for (unsigned h = 0; h < HELD; h++) {
    const unsigned number = turn + h * blockDim.x;
    access[h] = {0, 0, 0, number < side.accesses};
    rest[h] = number * count;
  }
  const unsigned last = side.dims - 1;
#pragma unroll GRID_UNROLLED
  for (unsigned i = 0; i < last; i++)
#pragma unroll
    for (unsigned h = 0; h < HELD; h++) {
      const unsigned digit = takeDigit(rest[h], side.dim[i].length);
      if (i == 0) access[h].first = digit;
      addDigit(access[h], digit, side.dim[i], ends);
    }
#pragma unroll
  for (unsigned h = 0; h < HELD; h++) {
    if (last == 0) access[h].first = rest[h];
    addDigit(access[h], rest[h], side.dim[last], ends);
  }
}

template <typename Element, unsigned COUNT>
__device__ void loadBox(const Element* in, const ShortTiles& tiles, const BoxEnds& ends) {
  constexpr unsigned PIECE = COUNT < SHORT_WORD<Element> ? COUNT : SHORT_WORD<Element>;
  union Unit {
    typename WordOf<COUNT * sizeof(Element)>::Type all;
    typename WordOf<PIECE * sizeof(Element)>::Type piece[COUNT / PIECE];
  };
  using Piece = Vector<Element, PIECE>;
  extern __shared__ uint4 shared[];
  Element* const box = reinterpret_cast<Element*>(shared);
#pragma unroll 1
  for (unsigned turn = threadIdx.x; turn < tiles.in.accesses; turn += SHORT_HELD * blockDim.x) {
    BoxAccess access[SHORT_HELD];
    findAccesses(access, turn, 1, tiles.in, ends);
    Unit held[SHORT_HELD];
#pragma unroll
    for (unsigned h = 0; h < SHORT_HELD; h++)
      if (access[h].isInside) held[h].all = loadLast(&reinterpret_cast<const Unit*>(in + access[h].element)->all);
#pragma unroll
    for (unsigned h = 0; h < SHORT_HELD; h++) {
      Element* const place = box + placeOf<Element, true>((turn + h * blockDim.x) * COUNT, tiles);
#pragma unroll
      for (unsigned k = 0; k < COUNT; k += PIECE)
        if (access[h].isInside) reinterpret_cast<Piece*>(place + k)->all = held[h].piece[k / PIECE];
    }
  }
}

// WRAPS: a vector of the output may go on in the next row. SPARES: words are spared.
template <typename Element, unsigned COUNT, bool WRAPS, bool SPARES>
__device__ void writeBox(Element* out, const ShortTiles& tiles, const BoxEnds& ends) {
  using Unit = Vector<Element, COUNT>;
  extern __shared__ uint4 shared[];
  const Element* const box = reinterpret_cast<const Element*>(shared);
  const BoxDim& fastest = tiles.out.dim[0];
#pragma unroll 1
  for (unsigned turn = threadIdx.x; turn < tiles.out.accesses; turn += SHORT_HELD * blockDim.x) {
    BoxAccess access[SHORT_HELD];
    findAccesses(access, turn, COUNT, tiles.out, ends);
#pragma unroll
    for (unsigned h = 0; h < SHORT_HELD; h++) {
      if (!access[h].isInside) continue;
      Unit unit;
      unsigned place = access[h].place, digit = access[h].first;
#pragma unroll
      for (unsigned k = 0; k < COUNT; k++) {
        unit.element[k] = box[placeOf<Element, SPARES>(place, tiles)];
        // Loads stay in the order of the elements, so that a trace has one on every architecture.
        asm volatile("" ::: "memory");
        place += fastest.place;
        if (WRAPS && ++digit == fastest.length.divisor) {
          digit = 0;
          place += tiles.wrap;
        }
      }
      reinterpret_cast<Unit*>(out + access[h].element)->all = unit.all;
    }
  }
}

// The widest access that all runs of the input are multiples of: sixteen bytes, four, or an element.
template <typename Element>
__device__ void loadBoxes(const Element* in, const ShortTiles& tiles, const BoxEnds& ends) {
  constexpr unsigned WIDEST = 16 / sizeof(Element), WORD = SHORT_WORD<Element>;
  if (tiles.in.vector == WIDEST) return loadBox<Element, WIDEST>(in, tiles, ends);
  if constexpr (WIDEST > 1 && WORD > 1) if (tiles.in.vector == WORD) return loadBox<Element, WORD>(in, tiles, ends);
  if constexpr (WIDEST > 1) loadBox<Element, 1>(in, tiles, ends);
}

template <typename Element, unsigned COUNT>
__device__ void writeBoxBy(Element* out, const ShortTiles& tiles, const BoxEnds& ends) {
  const bool spares = tiles.group < NO_GROUP;
  if (tiles.out.dim[0].length.divisor % COUNT == 0) return writeBox<Element, COUNT, false, true>(out, tiles, ends);
  if (spares) return writeBox<Element, COUNT, true, true>(out, tiles, ends);
  writeBox<Element, COUNT, true, false>(out, tiles, ends);
}

// The same of the output.
template <typename Element>
__device__ void writeBoxes(Element* out, const ShortTiles& tiles, const BoxEnds& ends) {
  constexpr unsigned WIDEST = 16 / sizeof(Element), WORD = SHORT_WORD<Element>;
  if (tiles.out.vector == WIDEST) return writeBoxBy<Element, WIDEST>(out, tiles, ends);
  if constexpr (WIDEST > 1 && WORD > 1) if (tiles.out.vector == WORD) return writeBoxBy<Element, WORD>(out, tiles, ends);
  if constexpr (WIDEST > 1) writeBox<Element, 1, false, true>(out, tiles, ends);
}

template <typename Element>
__device__ void moveShortTiles(Element* out, const Element* in, const ShortTiles& tiles) {
  const TileStart start = tileStart(blockIdx.x, tiles.grid);
  const BoxEnds ends(tiles, start);
  loadBoxes(in + start.in, tiles, ends);
  // The elements to come were stored by other warps. Threads without work wait too.
  __syncthreads();
  writeBoxes(out + start.out, tiles, ends);
}

}  // namespace lanescape
