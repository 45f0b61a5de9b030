// What all versions share: C = A x B with bf16 in and out and sums in f32. A is M x K row by row, B is K x N column by
// column, so that K is the fast dimension of both, and K is a multiple of 8: rows start at multiples of 16 bytes.
// The compiler's command line sets TILE_M x TILE_N, the part of C that a CTA makes at a time, and STAGES.
#pragma once
#include <cstdint>

#ifndef TILE_M
#define TILE_M 128
#define TILE_N 128
#define STAGES 3
#endif

using Element = unsigned short;  // the bits of a bf16

constexpr int TILE_K = 64;      // a row of a stage is 128 bytes, as wide as the swizzle
constexpr int CHUNK = 8;        // elements of 16 bytes: what the swizzle moves, what ldmatrix reads of a row
constexpr int RASTER_ROWS = 8;  // tiles above each other that come before the next column of tiles

// What a step along K needs of A and B, each row in its own 128 bytes; the swizzle counts from multiples of 1024.
struct alignas(1024) Stage {
  Element a[TILE_M * TILE_K];
  Element b[TILE_N * TILE_K];
};
constexpr uint32_t STAGE_BYTES = sizeof(Stage);

struct Size {
  int m, n, k;
};

inline __device__ int ceilDiv(int value, int by) { return (value + by - 1) / by; }

struct Tile {
  int row, column;
};

// CTAs that run at the same time share rows of A and columns of B in the L2 cache: tiles come in bands of some rows, and
// within a band column by column.
inline __device__ Tile tileAt(int index, int rows, int columns) {
  int band = index / (RASTER_ROWS * columns);
  int within = index % (RASTER_ROWS * columns);
  int height = min(RASTER_ROWS, rows - band * RASTER_ROWS);
  return {band * RASTER_ROWS + within % height, within / height};
}
