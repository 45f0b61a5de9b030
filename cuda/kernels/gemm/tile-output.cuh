// How a tile of C leaves: as bf16, through shared memory and the copy engine.
#pragma once
#include "mma.cuh"
#include "tma.cuh"
#include "warpgroup-tile.cuh"

// Of C on its way out, by each warp: its 16 rows of a block, in parts of 128 bytes to a row. A warp has boxes for two parts, and fills
// one while the copy engine reads the other; a box for one where each tile is a part.
constexpr int BOX_ROWS = 16, BOX_COLUMNS = 64;
constexpr int PARTS = BLOCKS * TILE_N / BOX_COLUMNS, BOXES = TILE_N < 128 ? 1 : 2;
static_assert(PARTS % BOXES == 0);

struct alignas(1024) Box {
  Element rows[BOX_ROWS][BOX_COLUMNS];
};

// A warp's rows of a tile of C, on their way out: in registers as bf16, while the next tile's products take the sums'
// place.
class Output {
 public:
  bool isEmpty = true;

  __device__ Output(Box (&boxes)[BOXES], Element *c, const CUtensorMap &map, Size size)
      : boxes(boxes), c(c), map(map), size(size) {}

  __device__ void take(const WarpgroupTile &tile, int tileRow, int tileColumn) {
    row = tileRow + tile.row + threadIdx.x % WARPGROUP_THREADS / 32 * BOX_ROWS;
    column = tileColumn;
#pragma unroll
    for (int block = 0; block < BLOCKS; block++)
#pragma unroll
      for (int j = 0; j < TILE_N / 8; j++) {
        const float(&sums)[4] = tile.sums[block][j];
        pairs[block][j][0] = packBf16(sums[0], sums[1]);
        pairs[block][j][1] = packBf16(sums[2], sums[3]);
      }
    isEmpty = false;
  }

  // Until the last part has been read from shared memory.
  __device__ void store() {
#pragma unroll
    for (int part = 0; part < PARTS; part++) store(part);
    if (isFirst()) waitForReads<0>();
  }

  __device__ void store(int part) {
    Box &box = boxes[part % BOXES];
    // The copy engine may still read the part that was in this box.
    if (isFirst()) waitForReads<BOXES - 1>();
    __syncwarp();
    write(box, part);
    fenceAsyncProxy();
    __syncwarp();
    send(box, part);
    if (isFirst()) commitStores();
  }

 private:
  static __device__ bool isFirst() { return threadIdx.x % 32 == 0; }

  // Swizzled as the tensor map of C expects it: 16 columns at a time, each lane giving the place of a chunk.
  __device__ void write(Box &to, int part) const {
    const int lane = threadIdx.x % 32, row = lane % BOX_ROWS;
    const uint32_t(&blocks)[TILE_N / 8][2] = pairs[part * BOX_COLUMNS / TILE_N];
    const int first = part * BOX_COLUMNS % TILE_N / 8;
#pragma unroll
    for (int j = 0; j < BOX_COLUMNS / 8; j += 2) {
      const uint32_t(&left)[2] = blocks[first + j], (&right)[2] = blocks[first + j + 1];
      storeMatrices(&to.rows[row][(j + lane / 16 ^ row % 8) * CHUNK], {left[0], left[1], right[0], right[1]});
    }
  }

  __device__ void send(const Box &from, int part) const {
    const int firstRow = row + part * BOX_COLUMNS / TILE_N * BLOCK_ROWS, firstColumn = column + part * BOX_COLUMNS % TILE_N;
    if (size.n % CHUNK != 0)
      copyOut(from, firstRow, firstColumn);
    else if (isFirst())
      storeBox(&map, firstColumn, firstRow, &from);
  }

  // For a C whose rows do not start at multiples of 16 bytes, so that no tensor map describes it.
  __device__ void copyOut(const Box &from, int firstRow, int firstColumn) const {
    for (int i = threadIdx.x % 32; i < BOX_ROWS * BOX_COLUMNS; i += 32) {
      int row = i / BOX_COLUMNS, column = i % BOX_COLUMNS;
      if (firstRow + row < size.m && firstColumn + column < size.n)
        c[static_cast<int64_t>(firstRow + row) * size.n + firstColumn + column] =
            from.rows[row][(column / CHUNK ^ row % 8) * CHUNK + column % CHUNK];
    }
  }

  Box (&boxes)[BOXES];
  Element *const c;
  const CUtensorMap &map;
  const Size size;
  uint32_t pairs[BLOCKS][TILE_N / 8][2];
  int row, column;
};
