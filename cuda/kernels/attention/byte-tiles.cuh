// Tiles and rings of 8-bit floats, and how a tile of values is turned round: keys go to columns. Products of 8 bits read both operands
// along K, and for P x V that is along the keys.
#pragma once
#include "mma.cuh"
#include "tiles.cuh"

constexpr int CHUNK_BYTES = 16, PRODUCER_WARPS = WARPGROUP_THREADS / 32;
static_assert(HEAD_DIM == 128, "a row is 128 bytes, as wide as the swizzle");

template <int ROWS>
struct alignas(1024) ByteTile {
  uint8_t rows[ROWS][HEAD_DIM];

  // Where the swizzle has 16 bytes of a row.
  __device__ void *chunk(int row, int chunk) { return rows[row] + (chunk ^ row % 8) * CHUNK_BYTES; }
};

struct ByteRing {
  ByteTile<KEYS> tiles[STAGES];
  uint64_t full[STAGES], empty[STAGES];

  __device__ void init(int writers, int readers) {
    for (int stage = 0; stage < STAGES; stage++) {
      initBarrier(&full[stage], writers);
      initBarrier(&empty[stage], readers);
    }
  }

  __device__ void load(RingPlace &at, const CUtensorMap &map, int row, int head) {
    waitFor(&empty[at.stage], at.parity ^ 1);
    arriveExpecting(&full[at.stage], sizeof(tiles[0]));
    loadBox(&tiles[at.stage], &map, &full[at.stage], 0, row, head);
    at.next();
  }

  __device__ ByteTile<KEYS> &wait(RingPlace at) {
    waitFor(&full[at.stage], at.parity);
    return tiles[at.stage];
  }

  // By all lanes of a warp, which have come together.
  __device__ static void tell(uint64_t (&barriers)[STAGES], RingPlace &at) {
    if (threadIdx.x % 32 == 0) arrive(&barriers[at.stage]);
    at.next();
  }
};

// A matrix of 8 keys by 8 pairs of columns, read column by column, leaves a lane the pairs of two keys. Two such matrices give words of
// four keys, of the even column and of the odd one: 2 q, 2 q + 1, 8 + 2 q and 8 + 2 q + 1 of 16, as quad lane q has their weights.
inline __device__ void turn(ByteTile<HEAD_DIM> &to, ByteTile<KEYS> &from) {
  const int warp = threadIdx.x / 32 % PRODUCER_WARPS, lane = threadIdx.x % 32;
#pragma unroll 4
  for (int chunk = 0; chunk < HEAD_DIM / CHUNK_BYTES; chunk++) {
    uint32_t pairs[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(pairs[0]), "=r"(pairs[1]), "=r"(pairs[2]), "=r"(pairs[3])
                 : "r"(sharedAddress(from.chunk(warp * 32 + lane, chunk)))
                 : "memory");
    constexpr uint32_t EVEN = 0x6420, ODD = 0x7531;
    storeMatrices(to.chunk(chunk * CHUNK_BYTES + lane % 16, 2 * warp + lane / 16),
                  {__byte_perm(pairs[0], pairs[1], EVEN), __byte_perm(pairs[0], pairs[1], ODD),
                   __byte_perm(pairs[2], pairs[3], EVEN), __byte_perm(pairs[2], pairs[3], ODD)});
  }
}
