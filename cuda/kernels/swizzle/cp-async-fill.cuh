// The tile comes by 16-byte copies, each to where the pattern has it.
#pragma once
#include "tile.cuh"

struct Tensor {
  const unsigned char *data;
  int widthBytes, height, strideBytes;
};

// `x` in bytes, a multiple of a chunk; may lie outside of the tensor.
struct Start {
  int x, y;
};

// Copies the first `bytes` of a chunk, and zeros behind them.
inline __device__ void copyChunk(void *to, const void *from, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sharedAddress(to)),
               "l"(__cvta_generic_to_global(from)), "r"(bytes)
               : "memory");
}

inline __device__ void fillTile(const Tensor &tensor, const Tile &tile, Start start) {
  // Copies may not be overtaken by what other threads still clear.
  __syncthreads();
  int chunks = tile.rowBytes / CHUNK_BYTES;
#pragma unroll 1
  for (int i = threadIdx.x; i < tile.rows * chunks; i += THREADS) {
    int row = i / chunks, byte = i % chunks * CHUNK_BYTES;
    int x = start.x + byte, y = start.y + row;
    bool isRow = y >= 0 && y < tensor.height && x >= 0;
    int bytes = isRow ? min(max(tensor.widthBytes - x, 0), CHUNK_BYTES) : 0;
    size_t from = bytes > 0 ? size_t(y) * tensor.strideBytes + x : 0;
    copyChunk(window + offsetOf(tile, row, byte), tensor.data + from, bytes);
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
}
