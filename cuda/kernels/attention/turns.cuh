// Two warpgroups that take turns: each waits at a barrier of its own, at which the other one arrives. PTX ISA, "barrier{.cta}".
// Without PING_PONG nobody waits.
#pragma once
#include "warpgroup.cuh"

#ifndef PING_PONG
#define PING_PONG 0
#endif

class Turns {
 public:
  // `count`: of each warpgroup. Before the first turn of the first warpgroup nobody has had one: the second lets it pass.
  __device__ Turns(int warpgroup, int count) : warpgroup(warpgroup), count(count) {
#ifndef NO_FIRST_PASS
    if (PING_PONG && warpgroup == 1 && count > 0) pass();
#endif
  }

  __device__ void begin() const {
    if (PING_PONG) asm volatile("barrier.cta.sync.aligned %0, %1;" ::"r"(1 + warpgroup), "n"(THREADS) : "memory");
  }

  // From 1 on. Behind the last turn of the second warpgroup there is none to wait for it.
  __device__ void end(int turn) const {
    if (PING_PONG && (warpgroup == 0 || turn < count)) pass();
  }

 private:
  static constexpr int THREADS = 2 * WARPGROUP_THREADS;

  __device__ void pass() const {
    asm volatile("barrier.cta.arrive.aligned %0, %1;" ::"r"(2 - warpgroup), "n"(THREADS) : "memory");
  }

  const int warpgroup, count;
};
