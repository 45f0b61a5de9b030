// Version 4: the next tile's product with the keys is asked for ahead of this one's product with the values, and the next softmax
// runs while the tensor cores still have the latter. FlashAttention-3 calls it "intra-warpgroup overlap".
#include "specialized.cuh"
#include "turns.cuh"

__device__ void consume(Shared &shared, const Problem &problem, int tiles, int warpgroup, int query,
                        float (&output)[HEAD_DIM / 8][4], Softmax &softmax) {
  RingPlace keys, values;
  float scores[KEYS / 8][4];
  Weights weights;
  waitFor(&shared.fullQ, 0);
  multiplyKeys(scores, shared.q, warpgroup * 64, shared.k.wait(keys));
  waitForProducts<0>();
  keepBehind(scores);
  shared.k.release(keys);
  hideKeys(scores, problem, query, (tiles - 1) * KEYS);
  softmax.update(scores);
  packWeights(weights, scores);

  Turns turns(warpgroup, tiles - 1);
#pragma unroll 1
  for (int step = 1; step < tiles; step++) {
    const Tile<KEYS> &k = shared.k.wait(keys);
    turns.begin();
    multiplyKeys(scores, shared.q, warpgroup * 64, k);
    multiplyValues(output, weights, shared.v.wait(values), step > 1);
    turns.end(step);
    waitForProducts<1>();
    keepBehind(scores);
    shared.k.release(keys);
    softmax.update(scores);
    // The products read weights and add to the output until here.
    waitForProducts<0>();
    keepBehind(output);
    shared.v.release(values);
    softmax.rescaleSums(output);
    packWeights(weights, scores);
  }
  multiplyValues(output, weights, shared.v.wait(values), tiles > 1);
  waitForProducts<0>();
  keepBehind(output);
  shared.v.release(values);
}
