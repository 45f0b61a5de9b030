// What launches of tile-odd and rows-odd take: the same words on the host, which makes them, and on the device.
#pragma once
#include "wide.hpp"

namespace lanescape {

struct OddTiles {
  unsigned elements;      // of the tensor
  unsigned rowWarps;      // that load a row together: one or two
  Divisor columnVectors;  // of a block's column
  Pair across;            // of the input
  Pair down;              // of the output
  TileGrid grid;
};

struct UnalignedRows {
  unsigned elements;  // of the tensor
  Divisor length;     // of a row
  TileGrid grid;      // of rows, in the order of the output
};

}  // namespace lanescape
