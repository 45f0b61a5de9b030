// The tile comes by the copy engine: one thread asks for it, all wait at the barrier that counts its bytes.
#pragma once
#include "mbarrier.cuh"
#include "tile.cuh"
#include "tma.cuh"

using Tensor = CUtensorMap;

// In elements; may lie outside of the tensor.
struct Start {
  int x, y;
};

inline __device__ void fillTile(const Tensor &tensor, const Tile &tile, Start start) {
  uint64_t *barrier = reinterpret_cast<uint64_t *>(window + tile.windowBytes);
  // The engine writes where threads have written: it must not be overtaken.
  fenceAsyncProxy();
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    fenceBarrierInit();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    // What is outside counts too; gaps behind rows that are narrower than the pattern do not.
    arriveExpecting(barrier, tile.rows * tile.rowBytes);
    loadBox(window + tile.base, &tensor, barrier, start.x, start.y);
  }
  waitFor(barrier, 0);
}
