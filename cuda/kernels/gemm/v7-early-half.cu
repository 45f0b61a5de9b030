// Version 7: where every SM has one large tile. All CTAs end together, and while C leaves the tensor cores have nothing to do. So
// the second warpgroup holds its last steps back until the first has asked for all of its own: half of C leaves under products.
#include "mma.cuh"
#include "single-tile.cuh"

// One less than there are stages: the first warpgroup needs no stage that the second still holds.
#ifndef HELD_STEPS
#define HELD_STEPS (STAGES - 1)
#endif
static_assert(CONSUMERS == 2 && BLOCKS == 1 && HELD_STEPS < STAGES);

constexpr int BOX_ROWS = 16, BOX_COLUMNS = 64, BOXES = TILE_N / BOX_COLUMNS;

struct alignas(1024) Box {
  Element rows[BOX_ROWS][BOX_COLUMNS];
};

// Of C on its way out there is one half at a time: a warp's 16 rows of it, in boxes as wide as the swizzle.
struct Shared {
  Ring ring;
  Box boxes[4][BOXES];
};

// Named barriers between the warpgroups, where the first only arrives and the second waits for it.
enum Turn { PRODUCTS_ASKED = 2, BOXES_EMPTY };

__device__ void takeTurn(int warpgroup, Turn turn) {
  if (warpgroup == 0)
    asm volatile("bar.arrive %0, %1;" ::"r"(int(turn)), "n"(2 * WARPGROUP_THREADS) : "memory");
  else
    asm volatile("bar.sync %0, %1;" ::"r"(int(turn)), "n"(2 * WARPGROUP_THREADS) : "memory");
}

// Swizzled as the tensor map of C expects it: 16 columns at a time, each lane giving the place of a chunk.
__device__ void fill(Box &box, const float (&sums)[TILE_N / 8][4], int firstColumn) {
  const int lane = threadIdx.x % 32, row = lane % BOX_ROWS;
#pragma unroll
  for (int j = 0; j < BOX_COLUMNS / 8; j += 2) {
    const float(&left)[4] = sums[firstColumn / 8 + j], (&right)[4] = sums[firstColumn / 8 + j + 1];
    storeMatrices(&box.rows[row][(j + lane / 16 ^ row % 8) * CHUNK],
                  {packBf16(left[0], left[1]), packBf16(left[2], left[3]), packBf16(right[0], right[1]),
                   packBf16(right[2], right[3])});
  }
}

// A box leaves while the next one is filled. Until all have been read from shared memory.
__device__ void store(Box (&boxes)[BOXES], const CUtensorMap &c, const float (&sums)[TILE_N / 8][4], int row, int column) {
  const bool isFirst = threadIdx.x % 32 == 0;
#pragma unroll
  for (int i = 0; i < BOXES; i++) {
    fill(boxes[i], sums, i * BOX_COLUMNS);
    fenceAsyncProxy();
    __syncwarp();
    if (isFirst) storeBox(&c, column + i * BOX_COLUMNS, row, &boxes[i]);
  }
  if (isFirst) {
    commitStores();
    waitForReads<0>();
  }
  __syncwarp();
}

// Rows of C start at multiples of 16 bytes, so that a map describes it.
extern "C" __global__ void __launch_bounds__(THREADS)
gemm(Element *, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
     const __grid_constant__ CUtensorMap c, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Tile tile = tileAt(blockIdx.x, ceilDiv(m, TILE_M), ceilDiv(n, TILE_N));
  const Steps steps{0, ceilDiv(k, TILE_K)};
  const int warp = warpOfCta();
  letNextLaunchStart();

  if (warp == CONSUMER_WARPS) {
    copySteps(shared.ring, a, b, tile, steps);
    return;
  }

  __syncthreads();
  const int warpgroup = warp / 4;
  WarpgroupTile sums(warpgroup);
  Products products(shared.ring, sums);
  const int held = min(steps.count, HELD_STEPS);
  products.multiply(steps.count - held);
  if (warpgroup == 1) takeTurn(warpgroup, PRODUCTS_ASKED);
  products.multiply(held);
  if (warpgroup == 0) takeTurn(warpgroup, PRODUCTS_ASKED);
  products.end();
  // Stores of C overwrite what a launch before may have read or written.
  waitForLaunchBefore();
#ifndef FULL_BOXES
  if (warpgroup == 1) takeTurn(warpgroup, BOXES_EMPTY);
#endif
  const int row = tile.row * TILE_M + sums.row + warp % 4 * BOX_ROWS;
  store(shared.boxes[warp % 4], c, sums.sums[0], row, tile.column * TILE_N);
  if (warpgroup == 0) takeTurn(warpgroup, BOXES_EMPTY);
}
