// One tensor copy in up to five dimensions, and the shared memory round it. The compiler's command line sets RANK and DIRECTION.
#pragma once
#include "mbarrier.cuh"
#include "tma.cuh"

#define LOAD 0
#define STORE 1
#ifndef RANK
#define RANK 2
#endif
#ifndef DIRECTION
#define DIRECTION LOAD
#endif

#if RANK == 1
#define DIMENSIONS "1d"
#define COORDINATES "{%2}"
#elif RANK == 2
#define DIMENSIONS "2d"
#define COORDINATES "{%2, %3}"
#elif RANK == 3
#define DIMENSIONS "3d"
#define COORDINATES "{%2, %3, %4}"
#elif RANK == 4
#define DIMENSIONS "4d"
#define COORDINATES "{%2, %3, %4, %5}"
#else
#define DIMENSIONS "5d"
#define COORDINATES "{%2, %3, %4, %5, %6}"
#endif

constexpr int THREADS = 128;
constexpr unsigned REPEAT_BYTES = 1024;     // of the widest pattern
constexpr unsigned UNTOUCHED = 0xEEEEEEEE;  // what the window holds before a load
constexpr unsigned STEP = 0x1E3779B1;       // words of memory are numbered by multiples of it

struct Tile {
  int base;         // bytes from the window's start, a multiple of 128
  int windowBytes;  // up to the tile's end
  int copiedBytes;  // of the whole box, also outside of the tensor; no gaps behind narrow rows
};

// In elements, fastest first; what is beyond RANK is 0. A load may start outside of the tensor.
struct Start {
  int at[5];
};

// The window, and behind it a barrier.
extern __shared__ __align__(REPEAT_BYTES) unsigned char window[];

// Any rank has all operands: which of them the instruction names depends on it.
#define BOX                                                                                                 \
  "r"(sharedAddress(window + tile.base)), "l"(&map), "r"(start.at[0]), "r"(start.at[1]), "r"(start.at[2]), \
      "r"(start.at[3]), "r"(start.at[4])

inline __device__ void loadTile(const CUtensorMap &map, const Tile &tile, const Start &start, uint64_t *barrier) {
  asm volatile("cp.async.bulk.tensor." DIMENSIONS
               ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " COORDINATES "], [%7];" ::BOX,
               "r"(sharedAddress(barrier))
               : "memory");
}

// Leaves out what lies outside of the tensor.
inline __device__ void storeTile(const CUtensorMap &map, const Tile &tile, const Start &start) {
  asm volatile("cp.async.bulk.tensor." DIMENSIONS ".global.shared::cta.tile.bulk_group [%1, " COORDINATES
               "], [%0];" ::BOX
               : "memory");
}

// Word i of the window becomes first + i * step.
inline __device__ void fillWindow(const Tile &tile, unsigned first, unsigned step) {
  if (sharedAddress(window) % REPEAT_BYTES != 0) __trap();
#pragma unroll 1
  for (int at = threadIdx.x * 16; at < tile.windowBytes; at += THREADS * 16) {
    unsigned word = first + at / 4 * step;
    *reinterpret_cast<uint4 *>(window + at) = {word, word + step, word + 2 * step, word + 3 * step};
  }
  // The engine reads, or writes over, what threads have written: it must not be overtaken.
  fenceAsyncProxy();
}

// A box of the tensor, then shared memory as it is.
inline __device__ void loadAndDump(uint4 *out, const CUtensorMap &map, const Tile &tile, const Start &start) {
  uint64_t *barrier = reinterpret_cast<uint64_t *>(window + tile.windowBytes);
  fillWindow(tile, UNTOUCHED, 0);
  if (threadIdx.x == 0) {
    initBarrier(barrier, 1);
    fenceBarrierInit();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    arriveExpecting(barrier, tile.copiedBytes);
    loadTile(map, tile, start, barrier);
  }
  waitFor(barrier, 0);
#pragma unroll 1
  for (int i = threadIdx.x; i < tile.windowBytes / 16; i += THREADS) out[i] = reinterpret_cast<uint4 *>(window)[i];
}

// Numbered words into a box of the tensor.
inline __device__ void numberAndStore(const CUtensorMap &map, const Tile &tile, const Start &start) {
  fillWindow(tile, 0, STEP);
  __syncthreads();
  if (threadIdx.x == 0) {
    storeTile(map, tile, start);
    commitStores();
    waitForStores<0>();
  }
}

// `out` takes the dump of a load; a store leaves it alone.
inline __device__ void copyTile(uint4 *out, const CUtensorMap &map, const Tile &tile, const Start &start) {
#if DIRECTION == LOAD
  loadAndDump(out, map, tile, start);
#else
  numberAndStore(map, tile, start);
#endif
}
