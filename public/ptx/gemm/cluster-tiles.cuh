// Which tiles of C a CTA of a cluster makes, and with whom it shares their operands.
#pragma once
#include "cluster.cuh"
#include "gemm.cuh"

// CTAs of a cluster below each other, which share columns of B, and beside each other, which share rows of A.
#ifndef CLUSTER_M
#define CLUSTER_M 2
#define CLUSTER_N 1
#endif

constexpr int CLUSTER = CLUSTER_M * CLUSTER_N, SHARERS = CLUSTER_M + CLUSTER_N - 1;

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

// The tiles that are this CTA's, one after the other, as row and column of C. Where the first one lies takes some divisions:
// they can be done while the cluster starts.
class TileWalk {
 public:
  int row, column;

  __device__ TileWalk(Size size, const Place &place)
      : place(place), rows(ceilDiv(size.m, TILE_M * CLUSTER_M)), columns(ceilDiv(size.n, TILE_N * CLUSTER_N)) {
    locate();
  }

  __device__ bool isOver() const { return index >= rows * columns; }

  __device__ void next() {
    index += gridDim.x / CLUSTER;
    locate();
  }

 private:
  __device__ void locate() {
    if (isOver()) return;
    Tile tile = tileAt(index, rows, columns);
    row = (tile.row * CLUSTER_M + place.row) * TILE_M;
    column = (tile.column * CLUSTER_N + place.column) * TILE_N;
  }

  const Place place;
  const int rows, columns;
  int index = blockIdx.x / CLUSTER;
};
