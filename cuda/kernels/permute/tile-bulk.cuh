// Blocks with two long sides whose columns the copy engine writes. A thread loads a square of vectors, turns it in registers, and
// stores its columns to shared memory, where each column of the block lies as the output has it. One bulk copy writes a column.
// So threads hold a block in registers for its loads alone, and blocks may be large: their runs lie in fewer places.
// Columns of a square are one behind the other, and one spare vector follows them: lanes that store squares side by side start
// in different banks.
#pragma once
#include "bulk.hpp"
#include "tile-v.cuh"

namespace lanescape {

// The most threads of a CTA: a launch has as many as its blocks have work for.
template <typename Element>
constexpr unsigned BULK_THREADS = sizeof(Element) == 4 ? 1024 : 512;

// Of a thread: 32 bytes at least, all under way before it waits for some of them.
template <typename Element>
constexpr unsigned BULK_SQUARES = sizeof(Element) < 16 ? 1 : 2;

// What threads stored is seen by copies that are issued after; each storing thread does this.
template <typename Element>
__device__ inline void showToEngine() {
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// From shared memory: a multiple of 16 bytes, and both addresses are. GPUs before sm_90 have no copy engine.
__device__ inline void writeRun(void* to, const void* from, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
  const unsigned inShared = static_cast<unsigned>(__cvta_generic_to_shared(from));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(inShared), "r"(bytes) : "memory");
#else
  __trap();
#endif
}

// Until the copies that this thread has issued have read shared memory, which ends with the CTA.
__device__ inline void waitUntilRead() {
#if __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
#endif
}

template <typename Element>
__device__ void moveBulkTiles(Element* out, const Element* in, const BulkTiles& tiles) {
  constexpr unsigned COUNT = 16 / sizeof(Element), SQUARES = BULK_SQUARES<Element>;
  using Unit = Vector<Element, COUNT>;
  extern __shared__ uint4 shared[];
  Unit* const tile = reinterpret_cast<Unit*>(shared);
  const unsigned columnVectors = tiles.columnVectors;
  const TileStart start = tileStart(blockIdx.x, tiles.grid);
  const unsigned columns = min(tiles.across.length, tiles.across.total - start.across);
  const unsigned rows = min(tiles.down.length, tiles.down.total - start.down);
  in += start.in + start.across;
  out += start.out + start.down;

  Unit square[SQUARES][COUNT];
  unsigned place[SQUARES];
  bool isInside[SQUARES];
#pragma unroll
  for (unsigned i = 0; i < SQUARES; i++) {
    unsigned down = threadIdx.x + i * blockDim.x;
    const unsigned across = takeDigit(down, tiles.acrossVectors);
    isInside[i] = across * COUNT < columns && down * COUNT < rows;
    place[i] = across * (COUNT * columnVectors + 1) + down;
    // A square lies within one row of each dimension, since both extents are whole vectors.
    const unsigned element = across * COUNT + besides(tiles.down, start.down + down * COUNT);
    if (isInside[i])
#pragma unroll
      for (unsigned r = 0; r < COUNT; r++)
        square[i][r].all = loadLast(&reinterpret_cast<const Unit*>(in + (element + r * tiles.down.stride[0]))->all);
  }
#pragma unroll
  for (unsigned i = 0; i < SQUARES; i++)
    if (isInside[i]) {
      Unit turned[COUNT];
      turn(turned, square[i]);
#pragma unroll
      for (unsigned c = 0; c < COUNT; c++) tile[place[i] + c * columnVectors].all = turned[c].all;
    }
  showToEngine<Element>();

  // Other warps have stored most of a column. Threads beyond the edge wait too.
  __syncthreads();

#pragma unroll 1
  for (unsigned column = threadIdx.x; column < columns; column += blockDim.x)
    writeRun(out + besides(tiles.across, start.across + column), tile + (column * columnVectors + column / COUNT), rows * sizeof(Element));
  waitUntilRead();
}

}  // namespace lanescape
