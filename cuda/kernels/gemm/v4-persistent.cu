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
constexpr int CONSUMER_WARPS = CONSUMERS * WARPGROUP_THREADS / 32;

// Of C on its way out, by each warp: its 16 rows of a block, in boxes of 128 bytes to a row; a part at a time.
constexpr int BOX_ROWS = 16, BOX_COLUMNS = 64;
constexpr int BOXES = BLOCKS * TILE_N / BOX_COLUMNS, PART_BOXES = TILE_N < 128 ? 1 : 2, PARTS = BOXES / PART_BOXES;

struct alignas(1024) Box {
  Element rows[BOX_ROWS][BOX_COLUMNS];
};

struct Shared {
  Stage stages[STAGES];
  Box boxes[CONSUMER_WARPS][PART_BOXES];
  uint64_t full[STAGES], empty[STAGES];
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
    initBarrier(&shared.empty[stage], SHARERS * CONSUMER_WARPS);
  }
  fenceBarrierInit();
}

// One thread, through all steps along K of all tiles. Of what CTAs share, each loads its part for all.
__device__ void produce(Shared &shared, const CUtensorMap &aMap, const CUtensorMap &bMap, Size size,
                        const Place &place) {
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
        loadBox(a, &aMap, full, k, row);
      else
        loadBoxForAll(a, &aMap, full, k, row + firstRow, place.ranksInRow());
      if constexpr (CLUSTER_M == 1)
        loadBox(b, &bMap, full, k, column);
      else
        loadBoxForAll(b, &bMap, full, k, column + firstColumn, place.ranksInColumn());
    }
  });
  // Others still arrive here for the last stages: this CTA must not end before.
  for (int stage = 0; stage < STAGES; stage++, ring.next()) waitFor(&shared.empty[ring.stage], ring.parity ^ 1);
}

// A warp's rows of a tile of C, on their way out: in registers as bf16, while the next tile's products take the sums' place.
class Output {
 public:
  bool isEmpty = true;

  __device__ Output(Box (&boxes)[PART_BOXES], Element *c, const CUtensorMap &map, Size size)
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
    // The copy engine may still read the part before.
    if (isFirst()) waitForReads<0>();
    __syncwarp();
#pragma unroll
    for (int i = 0; i < PART_BOXES; i++) write(boxes[i], part * PART_BOXES + i);
    fenceAsyncProxy();
    __syncwarp();
#pragma unroll
    for (int i = 0; i < PART_BOXES; i++) send(boxes[i], part * PART_BOXES + i);
    if (isFirst()) commitStores();
  }

 private:
  static __device__ bool isFirst() { return threadIdx.x % 32 == 0; }

  // Swizzled as the tensor map of C expects it: 16 columns at a time, each lane giving the place of a chunk.
  __device__ void write(Box &to, int box) const {
    const int lane = threadIdx.x % 32, row = lane % BOX_ROWS;
    const uint32_t(&blocks)[TILE_N / 8][2] = pairs[box * BOX_COLUMNS / TILE_N];
    const int first = box * BOX_COLUMNS % TILE_N / 8;
#pragma unroll
    for (int j = 0; j < BOX_COLUMNS / 8; j += 2) {
      const uint32_t(&left)[2] = blocks[first + j], (&right)[2] = blocks[first + j + 1];
      storeMatrices(&to.rows[row][(j + lane / 16 ^ row % 8) * CHUNK], {left[0], left[1], right[0], right[1]});
    }
  }

  __device__ void send(const Box &from, int box) const {
    const int firstRow = row + box * BOX_COLUMNS / TILE_N * BLOCK_ROWS, firstColumn = column + box * BOX_COLUMNS % TILE_N;
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

  Box (&boxes)[PART_BOXES];
  Element *const c;
  const CUtensorMap &map;
  const Size size;
  uint32_t pairs[BLOCKS][TILE_N / 8][2];
  int row, column;
};

// A warpgroup, through all steps of a tile. A stage goes back when the products of the step after it are under way, so that the
// tensor cores have work meanwhile; under the first products, the tile before leaves.
__device__ void consume(Shared &shared, WarpgroupTile &tile, Output &output, int steps, RingPlace &ring,
                        const Place &place) {
  const int lane = threadIdx.x % 32;
  int before = 0;
  auto release = [&](int stage) {
    if (lane < SHARERS) arriveAt(&shared.empty[stage], place.sharer(lane));
  };
  auto multiply = [&](int step) {
    waitFor(&shared.full[ring.stage], ring.parity);
    tile.multiply(shared.stages[ring.stage], step > 0);
    waitForProducts<1>();
    if (step > 0) release(before);
    before = ring.stage;
    ring.next();
  };
  int step = 0;
  if (!output.isEmpty) {
#pragma unroll
    for (int part = 0; part < PARTS; part++) {
      if (step < steps) multiply(step++);
      output.store(part);
    }
  }
#pragma unroll 1
  for (; step < steps; step++) multiply(step);
  tile.waitForSums();
  release(before);
}

extern "C" __global__ void __cluster_dims__(CLUSTER, 1, 1) __launch_bounds__(THREADS, 1)
gemm(Element *c, const __grid_constant__ CUtensorMap aMap, const __grid_constant__ CUtensorMap bMap,
     const __grid_constant__ CUtensorMap cMap, int m, int n, int k) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Size size{m, n, k};
  const Place place;
  if (threadIdx.x == 0) initBarriers(shared);
  __syncwarp();
  arriveInCluster();

  // The same for all lanes, which the compiler cannot see otherwise.
  const int warpgroup = __shfl_sync(~0u, threadIdx.x / WARPGROUP_THREADS, 0);
  if (warpgroup == CONSUMERS) {
    // One consumer has all registers that it can use from the start.
    if constexpr (CONSUMERS > 1) keepRegisters<40>();
    waitForCluster();
    if (threadIdx.x == CONSUMERS * WARPGROUP_THREADS) produce(shared, aMap, bMap, size, place);
  } else {
    if constexpr (CONSUMERS > 1) takeRegisters<232>();
    WarpgroupTile tile(warpgroup);
    Output output(shared.boxes[threadIdx.x / 32], c, cMap, size);
    RingPlace ring;
    waitForCluster();
    forEachTile(size, place, [&](int row, int column) {
      consume(shared, tile, output, ceilDiv(k, TILE_K), ring, place);
      output.take(tile, row, column);
    });
    output.store();
  }
}
