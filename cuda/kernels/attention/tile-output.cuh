// How a warp's 16 rows of O leave: through shared memory and the copy engine, which goes on while the warp does.
#pragma once
#include "mma.cuh"
#include "output.cuh"
#include "tiles.cuh"

constexpr int BOX_QUERIES = 16, WARP_BOXES = SLABS < 2 ? SLABS : 2;

struct alignas(1024) Box {
  Element rows[BOX_QUERIES][SLAB];
};

inline __device__ void storeBox(const CUtensorMap *map, int x, int y, int z, const void *from) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(map),
               "r"(sharedAddress(from)), "r"(x), "r"(y), "r"(z)
               : "memory");
}

// Of one warp: as elements in registers, while the next tile's products take the sums' place.
class Output {
 public:
  __device__ Output(Box (&boxes)[WARP_BOXES], const CUtensorMap &map, float *lse, const Problem &problem)
      : boxes(boxes), map(map), lse(lse), problem(problem) {}

  // All keys of the warp's rows from `query` on have been seen: LSE leaves.
  template <typename Rows>
  __device__ void close(Rows &softmax, int query, int head) {
    this->query = query;
    this->head = head;
    softmax.finish();
#pragma unroll
    for (int i = 0; i < 2; i++) {
      factors[i] = softmax.rescale[i];
      const int row = query + threadIdx.x % 32 / 4 + 8 * i;
      if (threadIdx.x % 4 == 0 && row < problem.queries)
        lse[static_cast<int64_t>(head) * problem.queries + row] = softmax.lse(i);
    }
  }

  // Sums become means.
  __device__ void take(const float (&sums)[HEAD_DIM / 8][4]) {
    isEmpty = false;
#pragma unroll
    for (int i = 0; i < 2; i++)
#pragma unroll
      for (int j = 0; j < HEAD_DIM / 8; j++)
        pairs[j][i] = pack(sums[j][2 * i] * factors[i], sums[j][2 * i + 1] * factors[i]);
  }

  // What was taken and has not left yet. What lies beyond the last query is left out.
  __device__ void store() {
    if (isEmpty) return;
    isEmpty = true;
#pragma unroll
    for (int slab = 0; slab < SLABS; slab += WARP_BOXES) {
      // The engine may still read what left before.
      if (isFirst()) waitForReads<0>();
      __syncwarp();
#pragma unroll
      for (int i = 0; i < WARP_BOXES; i++) write(boxes[i], slab + i);
#ifndef NO_OUTPUT_FENCE
      fenceAsyncProxy();
#endif
      __syncwarp();
      if (!isFirst()) continue;
      for (int i = 0; i < WARP_BOXES; i++) storeBox(&map, (slab + i) * SLAB, query, head, &boxes[i]);
      commitStores();
    }
  }

 private:
  static __device__ bool isFirst() { return threadIdx.x % 32 == 0; }

  // Swizzled as the tensor map of O expects it: 16 columns at a time, each lane giving the place of a chunk.
  __device__ void write(Box &to, int slab) const {
    const int lane = threadIdx.x % 32, row = lane % BOX_QUERIES;
#pragma unroll
    for (int j = 0; j < SLAB / CHUNK; j += 2) {
      const uint32_t(&left)[2] = pairs[slab * SLAB / CHUNK + j], (&right)[2] = pairs[slab * SLAB / CHUNK + j + 1];
      storeMatrices(&to.rows[row][(j + lane / 16 ^ row % 8) * CHUNK], {left[0], left[1], right[0], right[1]});
    }
  }

  Box (&boxes)[WARP_BOXES];
  const CUtensorMap &map;
  float *const lse;
  const Problem &problem;
  bool isEmpty = true;
  int query, head;
  float factors[2];
  uint32_t pairs[HEAD_DIM / 8][2];
};
