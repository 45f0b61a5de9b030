// What launches of tile-short take: the same words on the host, which makes them, and on the device.
#pragma once
#include "wide.hpp"

namespace lanescape {

// Of a box, on one side.
constexpr unsigned BOX_DIMS = 8;

constexpr unsigned NO_GROUP = 31;

// The dimension that a box cuts along the input, and the one along the output: the last piece of it may be shorter.
enum BoxCut : unsigned { CUT_ACROSS, CUT_DOWN, NOT_CUT };

struct BoxDim {
  Divisor length;
  unsigned stride;  // of global memory, in elements
  unsigned place;   // between neighbours in the box, in elements
  unsigned step;    // elements of the dimension between neighbours
  unsigned cut;     // BoxCut
};

// A box in the order of one side, the fastest dimension first.
struct BoxSide {
  unsigned vector;    // elements of an access
  unsigned accesses;  // of a box
  unsigned dims;
  BoxDim dim[BOX_DIMS];
};

struct ShortTiles {
  unsigned group;     // elements, as a power of two: behind so many a word is spared; NO_GROUP: none is
  unsigned wrap;      // places from the end of the output's fastest dimension to the start of the next row, modulo 2^32
  unsigned total[2];  // of the dimensions that are cut
  BoxSide in, out;
  TileGrid grid;
};

}  // namespace lanescape
