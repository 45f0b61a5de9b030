// What launches of tile-odd take: the same words on the host, which makes them, and on the device.
#pragma once
#include "wide.hpp"

namespace lanescape {

struct OddTiles {
  unsigned elements;      // of the tensor
  Divisor rowVectors;     // that a row of a block lies in, wherever it starts
  Divisor columnVectors;  // of a block's column
  Pair across;            // of the input
  Pair down;              // of the output
  TileGrid grid;
};

}  // namespace lanescape
