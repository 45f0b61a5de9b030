// The tiles of queries that are a CTA's: a counter in memory gives the next one to whoever asks, as CTAs do not go on equally fast. Where
// queries see only what came before, the longest tiles come first, so that CTAs end together; those of some heads at a time, whose keys
// stay in the L2 cache. CTAs of a cluster have neighbouring tiles, and take every so many.
#pragma once
#include "tiles.cuh"

#ifndef CLUSTER
#define CLUSTER 1
#endif

class CountedWalk {
 public:
  int head, firstQuery, keyTiles;

  // `counter`: 0 before the launch, and behind it. A group of heads has two tiles for each CTA.
  __device__ CountedWalk(const Problem &problem, int heads, unsigned *counter)
      : problem(problem),
        heads(heads),
        blocks(ceilDiv(problem.queries, CLUSTER * QUERIES)),
        groupHeads(problem.causal ? ceilDiv(2 * gridDim.x, blocks) : 1),
        counter(counter) {
    ask();
    next();
  }

  __device__ bool isOver() const { return tile >= blocks * heads; }

  // The answer takes a while: ask before it is wanted. Each CTA is told once that there are no more tiles, which is the last that the
  // counter counts to.
  __device__ void ask() {
    if constexpr (CLUSTER == 1) asked = atomicInc(counter, blocks * heads + gridDim.x - 1);
    else asked += gridDim.x / CLUSTER;
  }

  // A tile that sees no keys has some to hide.
  __device__ void next() {
    tile = asked;
    if (isOver()) return;
    const int first = tile / (blocks * groupHeads) * groupHeads, size = min(groupHeads, heads - first);
    const int place = tile - first * blocks, block = blocks - 1 - place / size;
    head = first + place % size;
    firstQuery = (block * CLUSTER + blockIdx.x % CLUSTER) * QUERIES;
    keyTiles = max(1, ceilDiv(problem.keysOf(min(firstQuery + QUERIES, problem.queries) - 1), KEYS));
  }

 private:
  const Problem &problem;
  const int heads, blocks, groupHeads;
  unsigned *const counter;
  int tile, asked = static_cast<int>(blockIdx.x) / CLUSTER - static_cast<int>(gridDim.x) / CLUSTER;
};
