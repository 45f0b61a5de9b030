// What launches of tile-v and rows-v take: the same words on the host, which makes them, and on the device.
#pragma once

namespace lanescape {

constexpr unsigned MAX_DIMS = 12;

// n / divisor is the high half of 2 n x multiplier, shifted: exact below 2^31. T. Granlund and P. L. Montgomery, "Division
// by Invariant Integers using Multiplication", 1994.
struct Divisor {
  unsigned divisor, multiplier, shift;
};

// Two dimensions that follow each other in memory on one side, counted as one: the fastest of the input and the one after it,
// or those of the output. Lengths and strides count elements.
struct Pair {
  unsigned length;     // of a block
  unsigned total;      // of both dimensions
  Divisor first;       // the faster one
  unsigned stride[2];  // of both on the other side
};

// The numbers of a dimension lie side by side: a CTA can begin once it has them, and so it asks for few lines of its arguments.
struct TileDim {
  Divisor count;
  unsigned inStep, outStep;       // elements
  unsigned acrossStep, downStep;  // along a pair
};

// The grid counts through blocks along both pairs, and through every other dimension, in any order.
struct TileGrid {
  unsigned dims;
  TileDim dim[MAX_DIMS];
};

struct Tiles {
  unsigned vector;  // elements
  unsigned spare;   // vectors after the rows of a square: 0 where the banks differ without
  Divisor acrossVectors, downSquares;  // of a block
  Pair across;                         // of the input
  Pair down;                           // of the output
  TileGrid grid;
};

// What blocks of rows are cut along: the row, the next dimension of the input, and the next dimension of the output.
enum RowSide : unsigned { ACROSS, ACROSS_NEXT, DOWN_NEXT, ROW_SIDES };

// Steps and lengths count vectors along a row.
struct RowDim {
  Divisor count;
  unsigned inStep, outStep;
  unsigned side;    // ROW_SIDES: along a dimension that blocks are not cut along
  unsigned length;  // of a piece
};

// The grid counts through pieces of dimensions, the fastest of the output first.
struct RowGrid {
  unsigned extent[ROW_SIDES];  // of the whole dimension; 1 where there is none
  unsigned dims;
  RowDim dim[MAX_DIMS];
};

// Everything counts vectors. A block's vectors are counted along the row, along the next dimension of the output, and along
// the next dimension of the input.
struct Rows {
  unsigned vectorBytes;
  unsigned vectors;  // of a block
  Divisor across, downNext;
  unsigned inStride[ROW_SIDES];
  unsigned outStride[ROW_SIDES];
  RowGrid grid;
};

}  // namespace lanescape
