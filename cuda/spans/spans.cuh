// Time stamps around what the warps of a kernel wait for, copy and multiply. A kernel knows nothing of it: it is compiled
// once more with `-include` of this file, which puts verbs of its own in front of those of `cuda/include`. They do the same,
// and the first warp of each warpgroup notes when. Two counters: `%clock`, cycles of the SM, within a CTA; `%globaltimer`, ns,
// between CTAs. PTX ISA, "Special Registers".
#pragma once
#include "cluster.cuh"
#include "mbarrier.cuh"
#include "tma.cuh"
#include "warpgroup.cuh"
#include "wgmma.cuh"

namespace spans {

// Of the CTAs behind these nothing is noted.
constexpr uint32_t CTAS = 2;
constexpr uint32_t BARRIERS = 32;
constexpr uint32_t WARPGROUPS = 4;
constexpr uint32_t NOTES = 512;

enum Verb : uint32_t { NOTHING, WAIT, ARRIVE, EXPECT, WAIT_FOR_PRODUCTS, STORE, WAIT_FOR_READS, PRODUCTS };

// From before the verb to behind it. `address`: of an mbarrier in shared memory, 0 where there is none. `detail`: the parity
// waited for (WAIT), bytes (EXPECT), the groups that may stay under way (WAIT_FOR_PRODUCTS, WAIT_FOR_READS). PRODUCTS: a group is
// asked for, from the fence ahead of it to its end; the address is that of the mbarrier waited for before.
struct alignas(16) Note {
  uint32_t fromClk, toClk;
  uint32_t verbAndAddress;  // the verb in the upper 8 bits
  uint32_t detail;
};

// All zeros before the launch: the notes end where a verb is NOTHING. They end at a multiple of their size, too, which tells
// when there is no more room.
struct WarpLog {
  alignas(NOTES * sizeof(Note)) Note notes[NOTES];
  uint32_t dropped;    // notes that found no room
  uint32_t storedClk;  // behind the latest store from registers; 0: none
};

struct Barrier {
  uint32_t address, arrivals;
};

// The start is when all mbarriers are initialised.
struct CtaLog {
  uint32_t barrierCount;
  uint32_t sm;
  uint32_t startClk;
  uint32_t unused;
  uint64_t startNs;
  Barrier barriers[BARRIERS];
  WarpLog warps[WARPGROUPS];  // the first of each warpgroup
};

}  // namespace spans

extern "C" {
__device__ spans::CtaLog spanLog[spans::CTAS];
}

namespace spans {

// Where the next note goes, null where none does: in shared memory, since a note must not wait for the L2 cache. Then what a note
// of products says: when the latest fence was, and which mbarrier was waited for before.
struct alignas(16) Place {
  Note *note;
  uint32_t fenceClk, waitedFor;
};

#ifdef PLACES_BEHIND_THE_REST
// Of a kernel that may take all of the shared memory, and leaves the last bytes of its dynamic part free.
extern __shared__ Place dynamicShared[];
inline __device__ Place &placeOf(uint32_t warpgroup) {
  uint32_t bytes;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
  return dynamicShared[bytes / sizeof(Place) - WARPGROUPS + warpgroup];
}
#else
__shared__ Place places[WARPGROUPS];
inline __device__ Place &placeOf(uint32_t warpgroup) { return places[warpgroup]; }
#endif
inline __device__ Place &ownPlace() { return placeOf(threadIdx.x / WARPGROUP_THREADS); }

inline __device__ CtaLog *ownLog() { return blockIdx.x < CTAS ? &spanLog[blockIdx.x] : nullptr; }

// One lane of the first warp of a warpgroup.
inline __device__ bool takesNotes() { return threadIdx.x % WARPGROUP_THREADS == 0; }

inline __device__ uint32_t clk() {
  uint32_t now;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(now)::"memory");
  return now;
}

inline __device__ WarpLog *ownWarpLog() {
  CtaLog *log = ownLog();
  return log == nullptr ? nullptr : &log->warps[threadIdx.x / WARPGROUP_THREADS];
}

inline __device__ void note(Verb verb, uint32_t fromClk, uint32_t address, uint32_t detail) {
  const uint32_t toClk = clk();
  if (!takesNotes()) return;
  Note *&place = ownPlace().note;
  if (Note *own = place) {
    const bool isLast = reinterpret_cast<uintptr_t>(own + 1) % (NOTES * sizeof(Note)) == 0;
    place = isLast ? nullptr : own + 1;
    *own = {fromClk, toClk, verb << 24 | address, detail};
  } else if (WarpLog *log = ownWarpLog()) {
    log->dropped++;
  }
}

// In a cluster an address has the CTA's rank above its place in the CTA's own shared memory.
inline __device__ uint32_t addressOf(uint64_t *barrier) { return sharedAddress(barrier) & 0xff'ffff; }

inline __device__ void note(Verb verb, uint32_t fromClk, uint64_t *barrier, uint32_t detail = 0) {
  note(verb, fromClk, addressOf(barrier), detail);
}

// Of many stores in a row only the last time is kept: a note for each would take longer than they do.
inline __device__ void noteStored() {
  if (!takesNotes()) return;
  if (WarpLog *log = ownWarpLog()) log->storedClk = clk();
}

inline __device__ void initBarrier(uint64_t *barrier, uint32_t arrivals) {
  ::initBarrier(barrier, arrivals);
  CtaLog *log = ownLog();
  if (log == nullptr) return;
  const uint32_t index = log->barrierCount++;
  if (index < BARRIERS) log->barriers[index] = {addressOf(barrier), arrivals};
}

// The thread that has initialised the mbarriers does this, before a barrier of all: so places are there for all that follows.
inline __device__ void fenceBarrierInit() {
  ::fenceBarrierInit();
  CtaLog *log = ownLog();
  for (uint32_t i = 0; i < WARPGROUPS; i++) placeOf(i).note = log == nullptr ? nullptr : log->warps[i].notes;
  if (log == nullptr) return;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(log->sm));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(log->startNs));
  log->startClk = clk();
}

inline __device__ void waitFor(uint64_t *barrier, uint32_t parity) {
  const uint32_t from = clk();
  ::waitFor(barrier, parity);
  note(WAIT, from, barrier, parity);
}

inline __device__ void arrive(uint64_t *barrier) {
  const uint32_t from = clk();
  ::arrive(barrier);
  note(ARRIVE, from, barrier);
}

// The copies that it announces come behind it: they need no notes of their own.
inline __device__ void arriveExpecting(uint64_t *barrier, uint32_t bytes) {
  const uint32_t from = clk();
  ::arriveExpecting(barrier, bytes);
  note(EXPECT, from, barrier, bytes);
}

template <int PENDING>
inline __device__ void waitForProducts() {
  const uint32_t from = clk();
  ::waitForProducts<PENDING>();
  note(WAIT_FOR_PRODUCTS, from, 0u, PENDING);
}

inline __device__ void commitStores() {
  const uint32_t from = clk();
  ::commitStores();
  note(STORE, from, 0u, 0);
}

template <int PENDING>
inline __device__ void waitForReads() {
  const uint32_t from = clk();
  ::waitForReads<PENDING>();
  note(WAIT_FOR_READS, from, 0u, PENDING);
}

}  // namespace spans

#define initBarrier spans::initBarrier
#define fenceBarrierInit spans::fenceBarrierInit
#define waitFor spans::waitFor
#define arrive spans::arrive
#define arriveExpecting spans::arriveExpecting
#define waitForProducts spans::waitForProducts
#define commitStores spans::commitStores
#define waitForReads spans::waitForReads
