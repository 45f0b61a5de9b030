// Version 4: as many CTAs as run at a time, each through one tile after the other. A cluster's CTAs work on neighbouring tiles and
// send each other the rows of A or columns of B that they share. While a tile's sums leave through shared memory and the copy
// engine, the next tile's stages already fill.
#include "cluster.cuh"
#include "mbarrier.cuh"
#include "mma.cuh"
#include "tma.cuh"
#include "warpgroup-tile.cuh"

// CTAs of a cluster below each other, which share columns of B, and beside each other, which share rows of A.
#ifndef CLUSTER_M
#define CLUSTER_M 2
#define CLUSTER_N 1
#endif

constexpr int CLUSTER = CLUSTER_M * CLUSTER_N, SHARERS = CLUSTER_M + CLUSTER_N - 1;
constexpr int THREADS = (1 + CONSUMERS) * WARPGROUP_THREADS;
constexpr int PART_COLUMNS = 64, PARTS = TILE_N / PART_COLUMNS;  // of a block on its way out, 128 bytes to a row
constexpr int SLOTS = 2;

struct alignas(1024) Part {
  Element rows[BLOCK_ROWS][PART_COLUMNS];
};

struct Shared {
  Stage stages[STAGES];
  Part parts[CONSUMERS][SLOTS];
  uint64_t full[STAGES], empty[STAGES];
};

struct Maps {
  const CUtensorMap &a, &b, &c;
};

// The CTA's place in its cluster, and which others it shares with.
struct Place {
  const int row = rankInCluster() % CLUSTER_M, column = rankInCluster() / CLUSTER_M;

  static __device__ uint32_t rankOf(int row, int column) { return row + column * CLUSTER_M; }

  // One after the other: all in this CTA's row of the cluster, then all others in its column.
  __device__ uint32_t sharer(int i) const {
    if (i < CLUSTER_N) return rankOf(row, i);
    int below = i - CLUSTER_N;
    return rankOf(below < row ? below : below + 1, column);
  }

  __device__ uint16_t ranksInRow() const {
    uint16_t ranks = 0;
    for (int i = 0; i < CLUSTER_N; i++) ranks |= 1 << rankOf(row, i);
    return ranks;
  }

  __device__ uint16_t ranksInColumn() const {
    uint16_t ranks = 0;
    for (int i = 0; i < CLUSTER_M; i++) ranks |= 1 << rankOf(i, column);
    return ranks;
  }
};

// Calls `use` with the place of each tile that is this CTA's, as row and column of C.
template <class Use>
__device__ void forEachTile(Size size, const Place &place, Use use) {
  const int rows = ceilDiv(size.m, TILE_M * CLUSTER_M), columns = ceilDiv(size.n, TILE_N * CLUSTER_N);
#pragma unroll 1
  for (int i = blockIdx.x / CLUSTER; i < rows * columns; i += gridDim.x / CLUSTER) {
    Tile tile = tileAt(i, rows, columns);
    use((tile.row * CLUSTER_M + place.row) * TILE_M, (tile.column * CLUSTER_N + place.column) * TILE_N);
  }
}

// A stage is empty when the consumers of all CTAs are through with what this CTA sends them.
__device__ void initBarriers(Shared &shared) {
  for (int stage = 0; stage < STAGES; stage++) {
    initBarrier(&shared.full[stage], 1);
    initBarrier(&shared.empty[stage], SHARERS * CONSUMERS * WARPGROUP_THREADS / 32);
  }
  fenceBarrierInit();
}

// One thread, through all steps along K of all tiles. Of what CTAs share, each loads its part for all.
__device__ void produce(Shared &shared, const Maps &maps, Size size, const Place &place) {
  constexpr int ROWS = TILE_M / CLUSTER_N, COLUMNS = TILE_N / CLUSTER_M;
  const int firstRow = place.column * ROWS, firstColumn = place.row * COLUMNS;
  RingPlace ring;
  forEachTile(size, place, [&](int row, int column) {
#pragma unroll 1
    for (int k = 0; k < size.k; k += TILE_K, ring.next()) {
      Stage &stage = shared.stages[ring.stage];
      uint64_t *full = &shared.full[ring.stage];
      waitFor(&shared.empty[ring.stage], ring.parity ^ 1);
      arriveExpecting(full, STAGE_BYTES);
      Element *a = stage.a + firstRow * TILE_K, *b = stage.b + firstColumn * TILE_K;
      if constexpr (CLUSTER_N == 1)
        loadBox(a, &maps.a, full, k, row);
      else
        loadBoxForAll(a, &maps.a, full, k, row + firstRow, place.ranksInRow());
      if constexpr (CLUSTER_M == 1)
        loadBox(b, &maps.b, full, k, column);
      else
        loadBoxForAll(b, &maps.b, full, k, column + firstColumn, place.ranksInColumn());
    }
  });
}

// A stage goes back when the products of the step after it are under way: the tensor cores have work meanwhile.
__device__ void consume(Shared &shared, WarpgroupTile &tile, int steps, RingPlace &ring, const Place &place) {
  const int lane = threadIdx.x % 32;
  auto release = [&](int stage) {
    if (lane < SHARERS) arriveAt(&shared.empty[stage], place.sharer(lane));
  };
  int before = 0;
#pragma unroll 1
  for (int step = 0; step < steps; step++, ring.next()) {
    waitFor(&shared.full[ring.stage], ring.parity);
    tile.multiply(shared.stages[ring.stage], step > 0);
    waitForProducts<1>();
    if (step > 0) release(before);
    before = ring.stage;
  }
  tile.waitForSums();
  release(before);
}

// A lane's chunk of a part: 16 columns of 16 rows at a time, swizzled as the tensor map of C expects it.
__device__ void writePart(Part &part, const float (&sums)[TILE_N / 8][4], int first) {
  const int warp = threadIdx.x % WARPGROUP_THREADS / 32, lane = threadIdx.x % 32;
  const int row = warp * 16 + lane % 16;
#pragma unroll
  for (int j = 0; j < PART_COLUMNS / 8; j += 2) {
    const float(&left)[4] = sums[first + j], (&right)[4] = sums[first + j + 1];
    const uint32_t matrices[4] = {packBf16(left[0], left[1]), packBf16(left[2], left[3]), packBf16(right[0], right[1]),
                                  packBf16(right[2], right[3])};
    storeMatrices(&part.rows[row][(j + lane / 16 ^ row % 8) * CHUNK], matrices);
  }
}

// For a C whose rows do not start at multiples of 16 bytes, so that no tensor map describes it.
__device__ void copyOut(Element *c, Size size, const Part &part, int firstRow, int firstColumn) {
  for (int i = threadIdx.x % WARPGROUP_THREADS; i < BLOCK_ROWS * PART_COLUMNS; i += WARPGROUP_THREADS) {
    int row = i / PART_COLUMNS, column = i % PART_COLUMNS;
    if (firstRow + row < size.m && firstColumn + column < size.n)
      c[static_cast<int64_t>(firstRow + row) * size.n + firstColumn + column] =
          part.rows[row][(column / CHUNK ^ row % 8) * CHUNK + column % CHUNK];
  }
}

// Part after part: one is written while the copy engine still reads the other.
__device__ void store(Part (&parts)[SLOTS], int &slot, Element *c, const Maps &maps, Size size,
                      const WarpgroupTile &tile, int firstRow, int firstColumn) {
  const int barrier = 1 + threadIdx.x / WARPGROUP_THREADS;
  const bool isFirst = threadIdx.x % WARPGROUP_THREADS == 0;
#pragma unroll
  for (int i = 0; i < BLOCKS * PARTS; i++, slot ^= 1) {
    const int block = i / PARTS, row = firstRow + tile.row + block * BLOCK_ROWS;
    const int column = firstColumn + i % PARTS * PART_COLUMNS;
    if (isFirst) waitForReads<SLOTS - 1>();
    syncThreads(barrier, WARPGROUP_THREADS);
    writePart(parts[slot], tile.sums[block], i % PARTS * PART_COLUMNS / 8);
    fenceAsyncProxy();
    syncThreads(barrier, WARPGROUP_THREADS);
    if (size.n % CHUNK != 0) {
      copyOut(c, size, parts[slot], row, column);
    } else if (isFirst) {
      storeBox(&maps.c, column, row, &parts[slot]);
      commitStores();
    }
  }
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(THREADS, 1)
gemm(Element *c, const __grid_constant__ CUtensorMap aMap, const __grid_constant__ CUtensorMap bMap,
     const __grid_constant__ CUtensorMap cMap, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Maps maps{aMap, bMap, cMap};
  const Size size{m, n, k};
  const Place place;
  if (threadIdx.x == 0) initBarriers(shared);
  if (threadIdx.x == CONSUMERS * WARPGROUP_THREADS) prefetchMap(&aMap), prefetchMap(&bMap);
  syncCluster();

  const int warpgroup = threadIdx.x / WARPGROUP_THREADS;
  if (warpgroup == CONSUMERS) {
    keepRegisters<40>();
    if (threadIdx.x == CONSUMERS * WARPGROUP_THREADS) produce(shared, maps, size, place);
    __syncwarp();
  } else {
    takeRegisters<232>();
    WarpgroupTile tile(warpgroup);
    RingPlace ring;
    int slot = 0;
    forEachTile(size, place, [&](int row, int column) {
      consume(shared, tile, ceilDiv(k, TILE_K), ring, place);
      store(shared.parts[warpgroup], slot, c, maps, size, tile, row, column);
    });
    // The copy engine still reads the last parts.
    if (threadIdx.x % WARPGROUP_THREADS == 0) waitForReads<0>();
  }
  // Others may still send to this CTA, or arrive here.
  syncCluster();
}
