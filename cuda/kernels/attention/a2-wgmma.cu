// Version 2: the copy engine fills the tiles, and warpgroups with 64 queries each multiply straight from shared memory.
// One thread asks for the copies, two tiles ahead.
#include "output.cuh"
#include "tiles.cuh"

constexpr int THREADS = WARPGROUPS * WARPGROUP_THREADS;

struct Shared {
  Tile<QUERIES> q;
  Tile<KEYS> k[STAGES], v[STAGES];
  uint64_t fullQ, fullK[STAGES], fullV[STAGES];
};

extern "C" __global__ void __launch_bounds__(THREADS, 1)
attention(Element *o, float *lse, const __grid_constant__ CUtensorMap qMap, const __grid_constant__ CUtensorMap kMap,
          const __grid_constant__ CUtensorMap vMap, int queries, int keys, int group, float scaleLog2) {
  extern __shared__ Shared dynamic[];
  Shared &shared = *dynamic;
  const Problem problem{queries, keys, group, scaleLog2, false};
  const int head = blockIdx.y, firstQuery = blockIdx.x * QUERIES;
  const int tiles = ceilDiv(keys, KEYS);

  // Step by step from the last tile to the first: the ragged one comes first.
  auto tileOf = [&](int step) { return tiles - 1 - step; };
  auto copyStep = [&](int step) {
    const int stage = step % STAGES, key = tileOf(step) * KEYS;
    loadTile(shared.k[stage], kMap, &shared.fullK[stage], key, problem.kvHead(head));
    loadTile(shared.v[stage], vMap, &shared.fullV[stage], key, problem.kvHead(head));
  };
  if (threadIdx.x == 0) {
    initBarrier(&shared.fullQ, 1);
    for (int stage = 0; stage < STAGES; stage++) {
      initBarrier(&shared.fullK[stage], 1);
      initBarrier(&shared.fullV[stage], 1);
    }
    fenceBarrierInit();
    loadTile(shared.q, qMap, &shared.fullQ, firstQuery, head);
    for (int step = 0; step < min(STAGES, tiles); step++) copyStep(step);
  }
  __syncthreads();

  const int warpgroupQuery = threadIdx.x / WARPGROUP_THREADS * 64;
  const int query = firstQuery + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
  Softmax softmax(scaleLog2);
  float output[HEAD_DIM / 8][4] = {};
  waitFor(&shared.fullQ, 0);
#pragma unroll 1
  for (int step = 0; step < tiles; step++) {
    const int stage = step % STAGES, parity = step / STAGES % 2;
    float scores[KEYS / 8][4];
    waitFor(&shared.fullK[stage], parity);
    multiplyKeys(scores, shared.q, warpgroupQuery, shared.k[stage]);
    waitForProducts<0>();
    keepBehind(scores);
    if (step == 0) hideKeys(scores, problem, query, tileOf(step) * KEYS);
    softmax.update(scores);
    softmax.rescaleSums(output);
    Weights weights;
    packWeights(weights, scores);
    waitFor(&shared.fullV[stage], parity);
    multiplyValues(output, weights, shared.v[stage], true);
    waitForProducts<0>();
    keepBehind(output);
    // Nobody reads this stage any more.
    __syncthreads();
    if (threadIdx.x == 0 && step + STAGES < tiles) copyStep(step + STAGES);
  }
  softmax.finish();
  storeOutput(o, lse, problem, head, query, output, softmax);
}
