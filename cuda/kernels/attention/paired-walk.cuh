// The tiles of queries that are a CTA's, head by head. Where queries see only what came before, a long tile and a short one make a
// unit: all units take the same time, whichever CTA has them, and the tiles of a head run together, while its keys are in the L2 cache.
// CTAs of a cluster have neighbouring tiles.
#pragma once
#include "tiles.cuh"

#ifndef CLUSTER
#define CLUSTER 1
#endif

class PairedWalk {
 public:
  int head, firstQuery, keyTiles;

  __device__ PairedWalk(const Problem &problem, int heads)
      : problem(problem),
        heads(heads),
        blocks(ceilDiv(problem.queries, CLUSTER * QUERIES)),
        units(problem.causal ? ceilDiv(blocks, 2) : blocks) {
    locate();
  }

  __device__ bool isOver() const { return unit >= units * heads; }

  // In the middle of an odd number of blocks one is left alone.
  __device__ void next() {
    isShort = problem.causal && !isShort && 2 * (unit % units) + 1 < blocks;
    if (!isShort) unit += gridDim.x / CLUSTER;
    locate();
  }

 private:
  // A tile that sees no keys has some to hide.
  __device__ void locate() {
    if (isOver()) return;
    const int block = problem.causal && !isShort ? blocks - 1 - unit % units : unit % units;
    head = unit / units;
    firstQuery = (block * CLUSTER + blockIdx.x % CLUSTER) * QUERIES;
    keyTiles = max(1, ceilDiv(problem.keysOf(min(firstQuery + QUERIES, problem.queries) - 1), KEYS));
  }

  const Problem &problem;
  const int heads, blocks, units;
  int unit = blockIdx.x / CLUSTER;
  bool isShort = false;
};
