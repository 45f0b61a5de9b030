// Tiles of queries on their way to those that multiply, each with a word of what it is: consumers need not walk themselves. And what a
// warpgroup sees of its tile.
#pragma once
#include "tiles.cuh"

// Without blocks of keys it is no tile, and the last word.
struct alignas(16) Task {
  int head, firstQuery, blocks, unused;
};

// Two tiles of the widest heads would not fit. Tiles are counted from 0.
constexpr int QUERY_STAGES = HEAD_DIM == 256 ? 1 : 2;
using QueryTiles = Tile<QUERIES>[QUERY_STAGES];

struct Queries {
  uint64_t full[QUERY_STAGES], empty[QUERY_STAGES];
  Task tasks[QUERY_STAGES];

  static __device__ int stageOf(int tile) { return tile % QUERY_STAGES; }

  __device__ void init() {
    for (int stage = 0; stage < QUERY_STAGES; stage++) {
      initBarrier(&full[stage], 1);
      initBarrier(&empty[stage], CONSUMER_WARPS);
    }
  }

  __device__ void load(QueryTiles &tiles, int tile, const CUtensorMap &map, const Task &task) {
    const int stage = stageOf(tile);
    waitFor(&empty[stage], parityOf(tile) ^ 1);
    tasks[stage] = task;
    if (task.blocks > 0) loadTile(tiles[stage], map, &full[stage], task.firstQuery, task.head);
    else arrive(&full[stage]);
  }

  __device__ Task wait(int tile) {
    waitFor(&full[stageOf(tile)], parityOf(tile));
    return tasks[stageOf(tile)];
  }

  // By all lanes of a warp.
  __device__ void release(int tile) {
    if (threadIdx.x % 32 == 0) arrive(&empty[stageOf(tile)]);
  }

 private:
  static __device__ uint32_t parityOf(int tile) { return tile / QUERY_STAGES % 2; }
};

// Blocks of keys go from `block`, the last that a row of the warpgroup sees, down to 0. Those from `hidden` on have keys that a row
// does not see. The others may see one block more, as that is no shorter than the rows between them.
struct Sight {
  int head, firstQuery, blocks, block, hidden;
  bool hasRows, leavesOne;

  __device__ void enter(const Task &task, const Problem &problem, int warpgroup) {
    head = task.head;
    firstQuery = task.firstQuery;
    blocks = task.blocks;
    const int first = firstQuery + warpgroup * 64, last = min(first + 64, problem.queries) - 1;
    hasRows = blocks > 0 && first < problem.queries;
    block = max(1, ceilDiv(problem.keysOf(last), KEYS)) - 1;
    hidden = problem.keysOf(first) / KEYS;
    leavesOne = CLUSTER == 1 && hasRows && block < blocks - 1;
  }
};
