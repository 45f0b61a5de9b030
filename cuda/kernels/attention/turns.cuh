// Warpgroups that take turns: each waits at a barrier of its own, at which the one before it arrives. PTX ISA, "barrier{.cta}".
// Without PING_PONG nobody waits.
#pragma once
#include "tiles.cuh"

#ifndef PING_PONG
#define PING_PONG 0
#endif

class Turns {
 public:
  // `count`: of each warpgroup. Before the first turn of the first warpgroup nobody has had one: the last lets it pass.
  __device__ Turns(int warpgroup, int count) : warpgroup(warpgroup), count(count) {
#ifndef NO_FIRST_PASS
    if (PING_PONG && isLast() && count > 0) pass();
#endif
  }

  __device__ void begin() const {
    if (PING_PONG) asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(1 + warpgroup), "n"(THREADS) : "memory");
  }

  // From 1 on. Behind the last turn of the last warpgroup there is none to wait for it.
  __device__ void end(int turn) const {
    if (PING_PONG && !(isLast() && turn == count)) pass();
  }

 private:
  // Of those that wait and of those that let them pass.
  static constexpr int THREADS = 2 * WARPGROUP_THREADS;

  __device__ bool isLast() const { return warpgroup == WARPGROUPS - 1; }

  __device__ void pass() const {
    const int next = isLast() ? 0 : warpgroup + 1;
    asm volatile("barrier.cta.arrive.aligned %0, %1;" ::"r"(1 + next), "n"(THREADS) : "memory");
  }

  const int warpgroup, count;
};
