// The tiles of queries that are this CTA's, one after the other, and how many tiles of keys each one sees.
#pragma once
#include "tiles.cuh"

class TileWalk {
 public:
  int head, firstQuery, keyTiles;

  __device__ TileWalk(const Problem &problem, int heads)
      : problem(problem),
        heads(heads),
        blocks(ceilDiv(problem.queries, QUERIES)) {
    locate();
  }

  __device__ bool isOver() const { return index >= blocks * heads; }

  // To and fro: who had the first of a round, and with it the longest, has the last of the next.
  __device__ void next() {
    round++;
    index = round * gridDim.x + (round % 2 ? gridDim.x - 1 - blockIdx.x : blockIdx.x);
    locate();
  }

 private:
  // A head's tiles follow each other, as they share its keys. Where queries see only what came before, the last ones take the longest:
  // those of all heads come first, and short ones are left to fill the gaps. A tile that sees no keys has some to hide.
  __device__ void locate() {
    if (isOver()) return;
    const int block = problem.causal ? blocks - 1 - index / heads : index % blocks;
    head = problem.causal ? index % heads : index / blocks;
    firstQuery = block * QUERIES;
    keyTiles = max(1, ceilDiv(problem.keysOf(min(firstQuery + QUERIES, problem.queries) - 1), KEYS));
  }

  const Problem &problem;
  const int heads, blocks;
  int round = 0, index = blockIdx.x;
};
