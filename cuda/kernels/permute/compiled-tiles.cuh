// Tiles whose plan is compiled in: PLAN, its words joined by underscores, in the order of the struct. Loops over dimensions end early,
// and a CTA waits for no argument but its pointers.
#pragma once
#define GRID_IS_COMPILED_IN
#include "bulk.hpp"

#define TEXT_OF_VALUE(value) #value
#define TEXT_OF(macro) TEXT_OF_VALUE(macro)

namespace lanescape {

struct WordReader {
  const char* text;

  __host__ __device__ constexpr unsigned next() {
    unsigned word = 0;
    for (; *text >= '0' && *text <= '9'; text++) word = word * 10 + (*text - '0');
    if (*text == '_') text++;
    return word;
  }
  __host__ __device__ constexpr Divisor divisor() {
    const unsigned divisor = next(), multiplier = next();
    return {divisor, multiplier, next()};
  }
  __host__ __device__ constexpr Pair pair() {
    const unsigned length = next(), total = next();
    const Divisor first = divisor();
    const unsigned stride = next();
    return {length, total, first, {stride, next()}};
  }
  __host__ __device__ constexpr TileGrid grid() {
    TileGrid grid{};
    grid.dims = next();
    for (TileDim& dim : grid.dim) {
      dim.count = divisor();
      dim.inStep = next();
      dim.outStep = next();
      dim.acrossStep = next();
      dim.downStep = next();
    }
    return grid;
  }
};

template <typename Numbers>
__host__ __device__ constexpr Numbers compiledTiles();

template <>
__host__ __device__ constexpr Tiles compiledTiles<Tiles>() {
  WordReader reader{TEXT_OF(PLAN)};
  Tiles tiles{};
  tiles.vector = reader.next();
  tiles.spare = reader.next();
  tiles.acrossVectors = reader.divisor();
  tiles.downSquares = reader.divisor();
  tiles.across = reader.pair();
  tiles.down = reader.pair();
  tiles.grid = reader.grid();
  return tiles;
}

template <>
__host__ __device__ constexpr BulkTiles compiledTiles<BulkTiles>() {
  WordReader reader{TEXT_OF(PLAN)};
  BulkTiles tiles{};
  tiles.acrossVectors = reader.divisor();
  tiles.columnVectors = reader.next();
  tiles.across = reader.pair();
  tiles.down = reader.pair();
  tiles.grid = reader.grid();
  return tiles;
}

}  // namespace lanescape
