// The verbs of `spans.cuh`, when attention's warpgroups ask for products, and the stores of those that have sums in registers. A note
// takes about as long as the first exponentials of a softmax, so there are few: none of arrivals, and none of waits that are over at once.
#pragma once
// The barriers behind the tiles leave most of the last 1024 bytes free.
#define PLACES_BEHIND_THE_REST
#include "spans.cuh"

#include "../kernels/attention/output.cuh"

namespace spans {

inline __device__ bool isOver(uint64_t *barrier, uint32_t parity) {
  uint32_t over;
  asm volatile(
      "{\n.reg .pred over;\nmbarrier.test_wait.parity.shared::cta.b64 over, [%1], %2;\nselp.u32 %0, 1, 0, over;\n}"
      : "=r"(over)
      : "r"(sharedAddress(barrier)), "r"(parity)
      : "memory");
  return over;
}

inline __device__ void waitIfNeeded(uint64_t *barrier, uint32_t parity) {
  if (takesNotes()) ownPlace().waitedFor = addressOf(barrier);
  if (!isOver(barrier, parity)) waitFor(barrier, parity);
}

inline __device__ void fenceProducts() {
  ::fenceProducts();
  if (takesNotes()) ownPlace().fenceClk = clk();
}

inline __device__ void commitProducts() {
  ::commitProducts();
  const Place place = ownPlace();
  note(PRODUCTS, place.fenceClk, place.waitedFor, 0);
}

inline __device__ void storeOutput(Element *o, float *lse, const Problem &problem, int head, int query,
                                   const float (&output)[HEAD_DIM / 8][4], const Softmax &softmax) {
  ::storeOutput(o, lse, problem, head, query, output, softmax);
  noteStored();
}

}  // namespace spans

#undef arrive
#undef waitFor
#define waitFor spans::waitIfNeeded
#define fenceProducts spans::fenceProducts
#define commitProducts spans::commitProducts
#define storeOutput spans::storeOutput
