// A tile in shared memory: rows of 16-byte chunks in a window that starts at a multiple of every pattern's repeat.
#pragma once
#include "shared-address.cuh"

constexpr int THREADS = 128;
constexpr int WARP = 32;
constexpr int CHUNK_BYTES = 16;
constexpr unsigned REPEAT_BYTES = 1024;     // of the widest pattern
constexpr unsigned UNTOUCHED = 0xEEEEEEEE;  // what the window holds before the tile comes

struct Tile {
  int rows, rowBytes, pitchBytes;
  int base;         // bytes from the window's start
  int windowBytes;  // up to the tile's end
  // The pattern: address bits at `mask` are XORed with those `shift` higher. `half`, 8 or 0: so is bit 3 with bit 7.
  unsigned mask, shift, half;
};

// The window, and behind it a barrier.
extern __shared__ __align__(REPEAT_BYTES) unsigned char window[];

// The pattern follows the address, wherever the tile starts. From the window's start on, an offset has the address's low bits.
inline __device__ unsigned placed(const Tile &tile, unsigned offset) {
  offset ^= offset >> tile.shift & tile.mask;
  return offset ^ (offset >> 4 & tile.half);
}

// Of a byte of the tile, from the window's start.
inline __device__ unsigned offsetOf(const Tile &tile, int row, int byte) {
  return placed(tile, tile.base + row * tile.pitchBytes + byte);
}

// A chunk per thread and pass. Unrolled, lanes whose passes differ in number would part.
inline __device__ void clearWindow(const Tile &tile) {
  if (sharedAddress(window) % REPEAT_BYTES != 0) __trap();
#pragma unroll 1
  for (int at = threadIdx.x * CHUNK_BYTES; at < tile.windowBytes; at += THREADS * CHUNK_BYTES)
    *reinterpret_cast<uint4 *>(window + at) = {UNTOUCHED, UNTOUCHED, UNTOUCHED, UNTOUCHED};
}

inline __device__ void dumpWindow(const Tile &tile, unsigned char *out) {
#pragma unroll 1
  for (int at = threadIdx.x * CHUNK_BYTES; at < tile.windowBytes; at += THREADS * CHUNK_BYTES)
    *reinterpret_cast<uint4 *>(out + at) = *reinterpret_cast<const uint4 *>(window + at);
}
