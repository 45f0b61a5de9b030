// The whole array in one pass: each element is read once and written once. As many CTAs as run at a time take tiles by turns,
// and keep several of them in shared memory. Sums of tiles travel through global memory. The start of a CTA's next tile is
// that of its last one and the sums from there on: nobody waits for a chain of prefixes, and no sum waits for a start.
#pragma once
#include "bulk-copy.cuh"
#include "mbarrier.cuh"
#include "scan.cuh"
#include "tma.cuh"

#ifndef TILE
#define TILE 1024
#endif

constexpr int LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffff;

// A warp's share of a tile, in rows of a vector for each lane: lanes side by side ask each bank equally often.
constexpr int PER_VECTOR = 4;
constexpr int SCANNERS = 8;
constexpr int SHARE = TILE / SCANNERS;
constexpr int ROWS = SHARE / (LANES * PER_VECTOR);
static_assert(ROWS >= 1 && ROWS * LANES * PER_VECTOR * SCANNERS == TILE);

// Warps by what they do: the rest scans.
enum Role { COPIES, LOOKS_BACK, SUMS, FIRST_SCANNER };
constexpr int THREADS = (FIRST_SCANNER + SCANNERS) * LANES;

// As many tiles of 32 KiB as an SM has room for.
constexpr int STAGES = 6;

struct Ring {
  uint4 tiles[STAGES][TILE / PER_VECTOR];
  // A tile has come; its starts are known; it has left.
  uint64_t full[STAGES], ready[STAGES], empty[STAGES];
  // Sum of all before the tile; of those of the tile before each share.
  Sum start[STAGES], before[STAGES][SCANNERS];
};

// Where a warp stands: the tile, its stage, and the parity of the stage's barriers, which changes with each round.
struct Place {
  unsigned tile = blockIdx.x;
  int stage = 0;
  uint32_t parity = 0;

  __device__ void next() {
    tile += gridDim.x;
    if (++stage < STAGES) return;
    stage = 0;
    parity ^= 1;
  }
};

// What CTAs tell each other: a sum, and above it the number of the launch in which it counts, so that nobody has to clear anything.
using Told = unsigned long long;

__device__ Told told(unsigned launch, Sum sum) { return static_cast<Told>(launch) << 32 | sum; }
__device__ unsigned launchOf(Told word) { return word >> 32; }

// One access each, so that number and sum belong together. An SM's cache has no part in it.
__device__ Told load(const Told *place) {
  Told word;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(place) : "memory");
  return word;
}
__device__ void store(Told *place, Told word) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(place), "l"(word) : "memory");
}

// Loads above come before loads below in the compiled text, so that a model can say in which order a trace has them.
__device__ void keepOrder() { asm volatile("" ::: "memory"); }

__device__ Sum sumOf(const uint4 &v) { return v.x + v.y + v.z + v.w; }

// Whole tiles come by the copy engine. The last one may be cut: then all lanes copy, and fill up with zeros.
__device__ void copyTiles(Ring &ring, const Sum *in, unsigned length, unsigned tiles, int lane) {
  for (Place at; at.tile < tiles; at.next()) {
    const unsigned first = at.tile * TILE;
    uint64_t *full = &ring.full[at.stage];
    waitFor(&ring.empty[at.stage], at.parity ^ 1);
    if (length - first >= TILE) {
      if (lane != 0) continue;
      arriveExpecting(full, TILE * sizeof(Sum));
      loadBytes(ring.tiles[at.stage], in + first, TILE * sizeof(Sum), full);
      continue;
    }
    Sum *tile = reinterpret_cast<Sum *>(ring.tiles[at.stage]);
    for (unsigned i = lane; i < TILE; i += LANES) tile[i] = first + i < length ? in[first + i] : 0;
    __syncwarp();
    if (lane == 0) arrive(full);
  }
}

// Tells the others what a tile sums up to, and the CTA's scanners where their shares begin in it.
__device__ void sumUp(Ring &ring, Told *sums, unsigned launch, unsigned tiles, int lane) {
  for (Place at; at.tile < tiles; at.next()) {
    waitFor(&ring.full[at.stage], at.parity);
    const uint4 *vector = ring.tiles[at.stage] + lane;
    Sum total = 0, before = 0;
#pragma unroll
    for (int share = 0; share < SCANNERS; share++) {
      Sum sum = 0;
#pragma unroll
      for (int row = 0; row < ROWS; row++, vector += LANES) sum += sumOf(*vector);
      if (lane == share) before = total;
      total += __reduce_add_sync(ALL_LANES, sum);
    }
    if (lane < SCANNERS) ring.before[at.stage][lane] = before;
    __syncwarp();
    if (lane != 0) continue;
    store(&sums[at.tile], told(launch, total));
    arrive(&ring.ready[at.stage]);
  }
}

// Sums of tiles that a warp looks at in one go: so many loads of a lane are under way at a time. With a CTA on each SM of an
// H200 one go is enough.
constexpr int LOOKS = 5;

// What the tiles from `from` to `end` sum up to, of those that this lane looks at, once all are told.
__device__ Sum sumsOf(const Told *sums, unsigned launch, unsigned from, unsigned end, int lane) {
  Told words[LOOKS];
  bool isMissing;
  do {
    isMissing = false;
#pragma unroll
    for (int i = 0; i < LOOKS; i++) {
      const unsigned tile = from + i * LANES + lane;
      words[i] = tile < end ? load(&sums[tile]) : told(launch, 0);
    }
#pragma unroll
    for (int i = 0; i < LOOKS; i++) isMissing |= launchOf(words[i]) != launch;
  } while (__any_sync(ALL_LANES, isMissing));
  Sum sum = 0;
#pragma unroll
  for (int i = 0; i < LOOKS; i++) sum += static_cast<Sum>(words[i]);
  return sum;
}

// Adds to the start of the CTA's last tile what the tiles since then sum up to, that tile among them.
__device__ void lookBack(Ring &ring, const Told *sums, unsigned launch, unsigned tiles, int lane) {
  Sum start = 0;
  unsigned from = 0;
  for (Place at; at.tile < tiles; at.next()) {
    Sum sum = 0;
    for (; from < at.tile; from += LOOKS * LANES) sum += sumsOf(sums, launch, from, at.tile, lane);
    from = at.tile;
    start += __reduce_add_sync(ALL_LANES, sum);
    waitFor(&ring.empty[at.stage], at.parity ^ 1);
    if (lane != 0) continue;
    ring.start[at.stage] = start;
    arrive(&ring.ready[at.stage]);
  }
}

// Inclusive sums over the lanes, of all rows side by side.
__device__ void scanLanes(Sum (&sums)[ROWS], int lane) {
#pragma unroll
  for (int distance = 1; distance < LANES; distance *= 2)
#pragma unroll
    for (int row = 0; row < ROWS; row++) {
      const Sum before = __shfl_up_sync(ALL_LANES, sums[row], distance);
      if (lane >= distance) sums[row] += before;
    }
}

__device__ void storeCut(Sum *out, unsigned left, const uint4 &sums) {
  if (left > 0) out[0] = sums.x;
  if (left > 1) out[1] = sums.y;
  if (left > 2) out[2] = sums.z;
  if (left > 3) out[3] = sums.w;
}

// A warp's share of each tile: from shared memory, through registers, to where it was. From there the copy engine takes it.
__device__ void scanShares(Ring &ring, Sum *out, unsigned length, unsigned tiles, bool isInclusive, int scanner,
                           int lane) {
  // The stage whose share may still be on its way out.
  int leaving = -1;
  for (Place at; at.tile < tiles; at.next()) {
    waitFor(&ring.full[at.stage], at.parity);
#ifndef UNREADY
    waitFor(&ring.ready[at.stage], at.parity);
#endif
    uint4 *share = ring.tiles[at.stage] + scanner * (SHARE / PER_VECTOR);
    uint4 vectors[ROWS];
    Sum through[ROWS];
#pragma unroll
    for (int row = 0; row < ROWS; row++) vectors[row] = share[row * LANES + lane];
#pragma unroll
    for (int row = 0; row < ROWS; row++) through[row] = sumOf(vectors[row]);
    Sum before = ring.start[at.stage];
    keepOrder();
    before += ring.before[at.stage][scanner];
    scanLanes(through, lane);

    const unsigned first = at.tile * TILE, shareFirst = first + scanner * SHARE;
    const bool isWhole = length - first >= TILE;
#pragma unroll
    for (int row = 0; row < ROWS; row++) {
      const uint4 &v = vectors[row];
      const Sum last = before + through[row], w = last - v.w, z = w - v.z, y = z - v.y, x = y - v.x;
      const uint4 sums = isInclusive ? make_uint4(y, z, w, last) : make_uint4(x, y, z, w);
      const unsigned i = shareFirst + (row * LANES + lane) * PER_VECTOR;
      if (isWhole)
        share[row * LANES + lane] = sums;
      else
        storeCut(out + i, i < length ? length - i : 0, sums);
      before += __shfl_sync(ALL_LANES, through[row], LANES - 1);
    }
    if (!isWhole) continue;
    fenceAsyncProxy();
    __syncwarp();
    if (lane != 0) continue;
    storeBytes(out + shareFirst, share, SHARE * sizeof(Sum));
    commitStores();
    if (leaving >= 0) {
      waitForReads<1>();
      arrive(&ring.empty[leaving]);
    }
    leaving = at.stage;
  }
  if (lane == 0) waitForStores<0>();
}

extern "C" __global__ void __launch_bounds__(THREADS, 1)
scan(Sum *out, const Sum *in, unsigned length, int inclusive, Told *sums, Told *left) {
  extern __shared__ Ring dynamic[];
  Ring &ring = *dynamic;
  const int lane = threadIdx.x % LANES;
  // The same for all lanes, which the compiler cannot see otherwise.
  const int role = __shfl_sync(ALL_LANES, threadIdx.x / LANES, 0);
  const unsigned tiles = length / TILE + (length % TILE > 0);
  // `left` counts CTAs that have ended, in all launches of this grid over memory that was zero before the first one. In this
  // launch they are fewer than all, since this one has not.
  const unsigned launch = static_cast<unsigned>(load(left)) / gridDim.x + 1;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < STAGES; stage++) {
      initBarrier(&ring.full[stage], 1);
      initBarrier(&ring.ready[stage], 2);
      initBarrier(&ring.empty[stage], SCANNERS);
    }
    fenceBarrierInit();
  }
  __syncthreads();

  if (role == COPIES)
    copyTiles(ring, in, length, tiles, lane);
  else if (role == LOOKS_BACK)
    lookBack(ring, sums, launch, tiles, lane);
  else if (role == SUMS)
    sumUp(ring, sums, launch, tiles, lane);
  else
    scanShares(ring, out, length, tiles, inclusive, role - FIRST_SCANNER, lane);

  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(left, 1ull);
}
