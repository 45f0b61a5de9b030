// Blocks of a tensor, cut along up to four dimensions: where a CTA's block starts on both sides, found by divisions whose
// divisors the host knows.
#pragma once
#include "permute.cuh"

constexpr unsigned MAX_DIMS = 12;

// What a block is cut along, when it has more than one element there: the fastest dimension of the input and the one after
// it, the fastest of the output and the one after it.
enum Side : unsigned { ACROSS, ACROSS_NEXT, DOWN, DOWN_NEXT, SIDES };

// n / divisor is the high half of 2 n x multiplier, shifted: exact below 2^31. T. Granlund and P. L. Montgomery, "Division
// by Invariant Integers using Multiplication", 1994.
struct Divisor {
  unsigned divisor, multiplier, shift;
};

// Takes the last digit off: what remains is the quotient.
__device__ inline unsigned takeDigit(unsigned& number, const Divisor& by) {
  const unsigned quotient = __umulhi(2 * number, by.multiplier) >> by.shift;
  const unsigned digit = number - quotient * by.divisor;
  number = quotient;
  return digit;
}

// The grid counts through pieces of dimensions, the fastest first. Steps count units: elements, or vectors of them.
struct Pieces {
  unsigned dims;
  Divisor count[MAX_DIMS];
  unsigned inStep[MAX_DIMS];
  unsigned outStep[MAX_DIMS];
  unsigned side[MAX_DIMS];    // SIDES: along a dimension that blocks are not cut along
  unsigned length[MAX_DIMS];  // of a piece
  unsigned extent[SIDES];     // of the whole dimension; 1 where there is none
};

struct Block {
  unsigned in, out;      // the unit it starts with
  unsigned left[SIDES];  // units from there to the end of the dimension
};

__device__ inline Block blockOf(unsigned number, const Pieces& pieces) {
  Block block = {0, 0, {pieces.extent[0], pieces.extent[1], pieces.extent[2], pieces.extent[3]}};
#pragma unroll 1
  for (unsigned dim = 0; dim < pieces.dims; dim++) {
    const unsigned digit = takeDigit(number, pieces.count[dim]);
    block.in += digit * pieces.inStep[dim];
    block.out += digit * pieces.outStep[dim];
#pragma unroll
    for (unsigned side = 0; side < SIDES; side++)
      if (side == pieces.side[dim]) block.left[side] -= digit * pieces.length[dim];
  }
  return block;
}
