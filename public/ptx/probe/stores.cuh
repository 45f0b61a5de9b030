// Accesses that write words. Each word gets its own number times STEP, so that lanes on one word write alike.
#pragma once
#include "probe.cuh"

constexpr unsigned UNTOUCHED = 0xEEEEEEEE;

// In place of a store. Lanes that write one word do so one access after another: that takes a barrier of the warp.
struct Nowhere {
  unsigned lanes;  // that take part

  __device__ void play(int, unsigned at) {
    asm volatile("" ::"r"(at));
    __syncwarp(lanes);
  }
  __device__ unsigned value(int) const { return 0; }
  __device__ void take(int) {}
};

inline __device__ unsigned valueAt(unsigned byteOffset) { return byteOffset / 4 * STEP; }
