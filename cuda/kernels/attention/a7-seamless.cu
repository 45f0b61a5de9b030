// Version 7: no seam between tiles of queries. The next tile's first product with keys runs beside this one's last product with
// values, as within a tile; the next queries have come by then, as two tiles of them fit. Sums are scaled only when it matters, and
// where queries see only what came before, a warpgroup leaves out keys that none of its rows sees.
#ifndef PING_PONG
#define PING_PONG (HEAD_DIM == 64)
#endif
#include "lazy-softmax.cuh"
#include "seamless.cuh"

// A warpgroup, through tiles of queries, and through each one's blocks of keys from the last that a row of it sees.
__device__ void consume(Shared &shared, const Problem &problem, int warpgroup, Output &finished) {
  RingPlace keys, values;
  float scores[KEYS / 8][4], output[HEAD_DIM / 8][4] = {};
  Weights weights;
  LazySoftmax softmax(problem.scaleLog2);
  const Turns turns(warpgroup, TURNS_WITHOUT_END);
  const int warpQuery = threadIdx.x / 32 * BOX_QUERIES, laneQuery = warpQuery + threadIdx.x % 32 / 4;
  Sight at;
  int tile = -1;

  auto leave = [](KeyRing &ring, RingPlace &place) {
    ring.wait(place);
    ring.release(place);
  };
  // Others take their turns with a block that this warpgroup leaves to them.
  auto pass = [&] {
    turns.begin();
    turns.end(0);
  };
  // The next tile. Values of a block that is left to others go when those of the last tile are done: they come behind them.
  auto enter = [&] {
    at.enter(shared.queries.wait(++tile), problem, warpgroup);
    if (!at.leavesOne) return;
    leave(shared.k, keys);
#ifdef EARLY_VALUES
    leave(shared.v, values);
#endif
    pass();
  };
  auto leaveValues = [&] {
#ifndef EARLY_VALUES
    if (at.leavesOne) leave(shared.v, values);
#endif
  };
  // The scores of a block have come. Behind the tile's last one its queries may be overwritten.
  auto weigh = [&](auto hides) {
    keepBehind(scores);
    shared.k.release(keys);
    if (at.block == 0) shared.queries.release(tile);
    if constexpr (decltype(hides)::value) hideKeys(scores, problem, at.firstQuery + laneQuery, at.block * KEYS);
    softmax.update(scores);
  };
  auto multiply = [&](auto hides) {
    const Tile<KEYS> &k = shared.k.wait(keys);
    turns.begin();
    multiplyKeys(scores, shared.q[Queries::stageOf(tile)], warpgroup * 64, k);
    multiplyValues(output, weights, shared.v.wait(values), true);
    turns.end(0);
    waitForProducts<1>();
    weigh(hides);
    waitForProducts<0>();
    keepBehind(output);
    shared.v.release(values);
  };
  // A tile's sums become its output, and start again.
  auto finish = [&] {
    leaveValues();
    finished.take(output);
    finished.store();
    // The lane that asks for the copy is not left behind: the others would wait for keys without it.
    __syncwarp();
#pragma unroll
    for (auto &block : output)
#pragma unroll
      for (float &sum : block) sum = 0;
  };

  // Blocks of a tile of which the warpgroup has no rows are all left to others.
  auto sitOut = [&] {
    shared.queries.release(tile);
    for (; at.blocks > 0; at.blocks--) {
      leave(shared.k, keys);
      leave(shared.v, values);
      pass();
    }
    enter();
  };
  auto drain = [&] {
    multiplyValues(output, weights, shared.v.wait(values), true);
    waitForProducts<0>();
    keepBehind(output);
    shared.v.release(values);
    finish();
  };

  enter();
  bool isPending = false;  // a product with values
#pragma unroll 1
  while (true) {
    const bool isFirst = !isPending || at.block-- == 0;
    if (isPending && isFirst) {
      finished.close(softmax, at.firstQuery + warpQuery, at.head);
      enter();
    }
    if (isFirst && !at.hasRows) {
      if (isPending) drain();
      isPending = false;
      if (at.blocks == 0) break;
      sitOut();
      continue;
    }
    if (isFirst) softmax = LazySoftmax(problem.scaleLog2);
    if (!isPending) {
      // Nothing is there to run the first product beside.
      leaveValues();
      const Tile<KEYS> &k = shared.k.wait(keys);
      turns.begin();
      multiplyKeys(scores, shared.q[Queries::stageOf(tile)], warpgroup * 64, k);
      turns.end(0);
      waitForProducts<0>();
      weigh(std::true_type());
    } else {
      if (at.block >= at.hidden) multiply(std::true_type());
      else multiply(std::false_type());
      if (isFirst) finish();
      else softmax.rescaleSums(output);
    }
    packWeights(weights, scores);
    isPending = true;
  }
  if (threadIdx.x % 32 == 0) waitForReads<0>();
  if (warpgroup == 0) turns.begin();
}
