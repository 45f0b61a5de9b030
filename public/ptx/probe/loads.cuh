// Accesses that bring words: what a pass brings is summed up, so that every access is seen to have come.
#pragma once
#include "probe.cuh"

// `load(words, at)` brings WORDS words to the lane.
template <int WORDS, class Load>
struct Sums {
  unsigned words[ACCESSES][WORDS], sums[WORDS] = {};

  __device__ void play(int i, unsigned at) { Load::load(words[i], at); }
  __device__ unsigned value(int i) const { return words[i][0]; }
  __device__ void take(int i) {
    for (int w = 0; w < WORDS; w++) sums[w] += words[i][w];
  }
};

// In place of a load: the loop stays as it is.
struct Move {
  template <int WORDS>
  static __device__ void load(unsigned (&words)[WORDS], unsigned at) {
    for (int w = 0; w < WORDS; w++) asm volatile("mov.b32 %0, %1;" : "=r"(words[w]) : "r"(at));
  }
};

// Threads that have no address in the table take no part.
template <int WORDS, class Load>
__device__ void playLoads(unsigned *out, long long *clocks, unsigned offset, const Job &job) {
  fillStretch(job, 0, STEP);
  if (offset == IDLE) return;
  Sums<WORDS, Load> loads;
  Sums<WORDS, Move> moves;
  writeClocks(clocks, play(loads, moves, sharedAddress(stretchOf(job)) + offset, job));
  // The moves' sums are wanted, as far as the compiler knows.
  for (int w = 0; w < WORDS; w++) out[w * blockDim.x + threadIdx.x] = loads.sums[w] + (moves.sums[w] & job.zero);
}
