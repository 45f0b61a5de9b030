// What launches of tile-bulk take: the same words on the host, which makes them, and on the device.
#pragma once
#include "wide.hpp"

namespace lanescape {

struct BulkTiles {
  Divisor acrossVectors;   // of a block's row
  unsigned columnVectors;  // of a block's column
  Pair across;             // of the input
  Pair down;               // of the output
  TileGrid grid;
};

}  // namespace lanescape
