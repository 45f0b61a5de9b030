// The tiles of queries that are this CTA's, one after the other, and how many tiles of keys each one sees.
#pragma once
#include "tiles.cuh"

// Of a head's keys and values together, and of all heads that are worked on at the same time: what stays in the L2 cache.
constexpr int KEY_BYTES = 2 * HEAD_DIM * sizeof(Element), CACHE_BYTES = 32 << 20;

class TileWalk {
 public:
  int head, firstQuery, keyTiles;

  __device__ TileWalk(const Problem &problem, int heads)
      : problem(problem),
        heads(heads),
        blocks(ceilDiv(problem.queries, QUERIES)),
        headsAtOnce(max(1, min(heads, CACHE_BYTES / KEY_BYTES / problem.keys))) {
    locate();
  }

  __device__ bool isOver() const { return index >= blocks * heads; }

  __device__ void next() {
    index += gridDim.x;
    locate();
  }

 private:
  // Some heads at a time, and of these the last queries first: where they see only what came before, these take the longest, and
  // short ones are left to fill the gaps. A tile without keys has one to hide, so that it is a tile like any other.
  __device__ void locate() {
    if (isOver()) return;
    const int firstHead = index / (headsAtOnce * blocks) * headsAtOnce;
    const int width = min(headsAtOnce, heads - firstHead), within = index - firstHead * blocks;
    head = firstHead + within % width;
    firstQuery = (blocks - 1 - within / width) * QUERIES;
    keyTiles = max(1, ceilDiv(problem.keysOf(min(firstQuery + QUERIES, problem.queries) - 1), KEYS));
  }

  const Problem &problem;
  const int heads, blocks, headsAtOnce;
  int index = blockIdx.x;
};
