// Rows that stay whole, in blocks: a CTA takes rows that are neighbours in the input and rows that are neighbours in the
// output, so that short rows fill whole lines of both while these are in cache. No shared memory: a vector of a row is
// loaded from its place in the input, and written to its place in the output.
#include "blocks.cuh"
#include "turn.cuh"

constexpr unsigned MOST_THREADS = 256;  // a launch has as many as its blocks have work for
constexpr unsigned HELD = 2;             // vectors of a thread: more of them under way would only stand in each other's way

// Everything counts vectors. A block's vectors are counted along the row, along the next dimension of the output, and along
// the next dimension of the input.
struct Rows {
  unsigned vectorBytes;
  unsigned vectors;  // of a block
  Divisor across, downNext;
  unsigned inStride[SIDES];
  unsigned outStride[SIDES];
  Pieces pieces;
};

template <unsigned BYTES>
__device__ void moveRows(void* outVectors, const void* inVectors, const Rows& rows) {
  using Unit = typename WordOf<BYTES>::Type;
  const Block block = blockOf(blockIdx.x, rows.pieces);
  const Unit* const in = static_cast<const Unit*>(inVectors) + block.in;
  Unit* const out = static_cast<Unit*>(outVectors) + block.out;
  Unit held[HELD];
  unsigned place[HELD];
  bool isInside[HELD];
#pragma unroll
  for (unsigned i = 0; i < HELD; i++) {
    const unsigned number = threadIdx.x + i * blockDim.x;
    unsigned rest = number;
    const unsigned across = takeDigit(rest, rows.across);
    const unsigned downNext = takeDigit(rest, rows.downNext);
    const unsigned acrossNext = rest;
    isInside[i] = number < rows.vectors && across < block.left[ACROSS] && acrossNext < block.left[ACROSS_NEXT] &&
                  downNext < block.left[DOWN_NEXT];
    place[i] = across + acrossNext * rows.outStride[ACROSS_NEXT] + downNext * rows.outStride[DOWN_NEXT];
    const unsigned from = across + acrossNext * rows.inStride[ACROSS_NEXT] + downNext * rows.inStride[DOWN_NEXT];
    if (isInside[i]) held[i] = in[from];
  }
#pragma unroll
  for (unsigned i = 0; i < HELD; i++)
    if (isInside[i]) out[place[i]] = held[i];
}

extern "C" __global__ void __launch_bounds__(MOST_THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Rows rows) {
  // The widest access, up to 16 bytes, that a row is a multiple of: then all rows are aligned to it.
  switch (rows.vectorBytes) {
    case 16: return moveRows<16>(out, in, rows);
#if ELEMENT_BYTES < 16
    case 8: return moveRows<8>(out, in, rows);
#endif
#if ELEMENT_BYTES < 8
    case 4: return moveRows<4>(out, in, rows);
#endif
#if ELEMENT_BYTES < 4
    case 2: return moveRows<2>(out, in, rows);
#endif
#if ELEMENT_BYTES < 2
    case 1: return moveRows<1>(out, in, rows);
#endif
  }
}
