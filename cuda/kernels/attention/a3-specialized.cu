// Version 3: a warp of its own asks for the copies; keys and values go round in rings, and no barrier of the CTA stands in the
// loop. Products and softmax of a warpgroup still take turns: while it has the one, it has not the other.
#include "specialized.cuh"

__device__ void consume(Shared &shared, const Problem &problem, int tiles, int warpgroup, int query,
                        float (&output)[HEAD_DIM / 8][4], Softmax &softmax) {
  RingPlace keys, values;
  float scores[KEYS / 8][4];
  Weights weights;
  waitFor(&shared.fullQ, 0);
#pragma unroll 1
  for (int tile = tiles - 1; tile >= 0; tile--) {
    multiplyKeys(scores, shared.q, warpgroup * 64, shared.k.wait(keys));
#ifdef EARLY_RELEASE
    shared.k.release(keys);
#endif
    waitForProducts<0>();
    keepBehind(scores);
#ifndef EARLY_RELEASE
    shared.k.release(keys);
#endif
    if (tile == tiles - 1) hideKeys(scores, problem, query, tile * KEYS);
    softmax.update(scores);
    if (tile < tiles - 1) softmax.rescaleSums(output);
    packWeights(weights, scores);
    multiplyValues(output, weights, shared.v.wait(values), tile < tiles - 1);
    waitForProducts<0>();
    keepBehind(output);
    shared.v.release(values);
  }
}
