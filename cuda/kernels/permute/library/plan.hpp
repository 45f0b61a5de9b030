// Plans a tensor permutation for tile-v, tile-bulk, tile-odd, tile-short, rows-v and rows-odd: its shortest form, and of all blocks worth a look the one that is
// predicted to be fastest. Host code without CUDA. The same as src/model/permute/time, number by number.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "../bulk.hpp"
#include "../odd.hpp"
#include "../short.hpp"

namespace lanescape {

// Numpy's order: the last dimension is fastest, and dimension i of the output is dimension perm[i] of the input.
struct Permutation {
  std::vector<double> shape;
  std::vector<int> perm;
};

struct PermutePlan {
  enum Kind { COPY, TILES, ROWS, BULK_TILES, ODD_TILES, ODD_ROWS, SHORT_TILES };
  Kind kind = COPY;
  unsigned elementBytes = 0;
  std::size_t bytes = 0;  // of the tensor
  unsigned ctas = 0, threads = 0, sharedBytes = 0;
  double copies = 1;  // predicted time of the move by that of a copy of the same bytes
  Tiles tiles = {};  // where kind is TILES
  BulkTiles bulkTiles = {};  // where kind is BULK_TILES
  OddTiles oddTiles = {};  // where kind is ODD_TILES
  Rows rows = {};    // where kind is ROWS
  UnalignedRows oddRows = {};  // where kind is ODD_ROWS
  ShortTiles shortTiles = {};  // where kind is SHORT_TILES
};

namespace planning {

constexpr int NONE = -1;
constexpr double PAIR = 256, LINE = 128, SECTOR = 32, WORD = 4, WIDEST = 16, LANES = 32;

// NVIDIA H200, measured while it copies in device memory; slots are warps' instructions that an SM can issue while it moves
// 128 bytes each way.
struct Gpu {
  double bytesPerSecond = 4.26e12, slots = 62.7, wavefronts = 15.7, inFlightBytes = 24 * 1024, ctasPerSecond = 1.63e9, sms = 132;
};

inline double product(const std::vector<double>& values) {
  double all = 1;
  for (double value : values) all *= value;
  return all;
}

inline double ceilDiv(double a, double b) { return std::ceil(a / b); }
inline double roundUp(double n, double step) { return std::ceil(n / step) * step; }

// The largest power of two, up to 2^30, that divides n.
inline double lowestPower(double n) {
  const auto bits = static_cast<unsigned long long>(n);
  return std::min(1073741824.0, static_cast<double>(bits & (~bits + 1)));
}

// Drops dimensions of size 1, and fuses those that are neighbours in the same order on both sides.
inline Permutation canonical(const Permutation& given) {
  std::vector<int> place(given.perm.size(), NONE), dims;
  for (std::size_t i = 0; i < given.shape.size(); i++)
    if (given.shape[i] > 1) {
      place[i] = static_cast<int>(dims.size());
      dims.push_back(static_cast<int>(i));
    }
  std::vector<std::vector<int>> runs;  // in output order, of places among the dimensions that are left
  for (int dim : given.perm) {
    if (place[dim] == NONE) continue;
    if (!runs.empty() && runs.back().back() + 1 == place[dim]) runs.back().push_back(place[dim]);
    else runs.push_back({place[dim]});
  }
  std::vector<int> order(runs.size());
  for (std::size_t i = 0; i < runs.size(); i++) order[i] = static_cast<int>(i);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return runs[a][0] < runs[b][0]; });
  Permutation fused;
  fused.perm.resize(runs.size());
  for (std::size_t i = 0; i < order.size(); i++) {
    double extent = 1;
    for (int at : runs[order[i]]) extent *= given.shape[dims[at]];
    fused.shape.push_back(extent);
    fused.perm[order[i]] = static_cast<int>(i);
  }
  return fused;
}

struct Strides {
  std::vector<double> in, out;  // of each dimension, in elements
};

inline Strides stridesOf(const Permutation& p) {
  Strides strides = {p.shape, p.shape};
  double stride = 1;
  for (std::size_t i = p.shape.size(); i-- > 0;) {
    strides.in[i] = stride;
    stride *= p.shape[i];
  }
  stride = 1;
  for (std::size_t i = p.perm.size(); i-- > 0;) {
    strides.out[p.perm[i]] = stride;
    stride *= p.shape[p.perm[i]];
  }
  return strides;
}

// The dimension in which each side of a block goes on, or NONE.
struct Pairs {
  int acrossNext = NONE, downNext = NONE;

  bool bothGoOn() const { return acrossNext != NONE && downNext != NONE; }
};

struct Tensor {
  Permutation shortest;  // two dimensions at least
  Strides strides;
  double elementBytes, elements;
  int across, down;      // the fastest dimension of the input, and of the output
  int inNext, outNext;   // the next dimension of either side; NONE where it is the long side of the other
  bool keepsRows() const { return across == down; }
  double extent(int dim) const { return dim == NONE ? 1 : shortest.shape[dim]; }
  double acrossTotal(const Pairs& pairs) const { return extent(across) * extent(pairs.acrossNext); }
  double downTotal(const Pairs& pairs) const { return extent(down) * extent(pairs.downNext); }
};

inline Tensor tensorOf(const Permutation& shortest, double elementBytes) {
  const std::vector<int>& perm = shortest.perm;
  const int rank = static_cast<int>(perm.size());
  Tensor tensor = {shortest, stridesOf(shortest), elementBytes, product(shortest.shape), rank - 1, perm[rank - 1], NONE, NONE};
  const int inNext = rank - 2, outNext = perm[rank - 2];
  tensor.inNext = inNext == tensor.down ? NONE : inNext;
  tensor.outNext = outNext == tensor.across ? NONE : outNext;
  return tensor;
}

// Bytes side by side that a block reads or writes, and the pages of 2 MiB in which it does.
struct Run {
  double bytes, aligned, pages;
};

inline Run runOf(double length, double whole, double elementBytes, double pages) {
  const double aligned = std::min(lowestPower(length), lowestPower(whole)) * elementBytes;
  return {length * elementBytes, std::min(PAIR, aligned), pages};
}

// The mover whose times say what its memory costs; the first blocks of tile-v do for rows and odd lengths.
enum class Fitted { FIRST, TILE_V, TILE_V_NARROW, TILE_SHORT, TILE_BULK };

struct Demand {
  double bytes;
  Run readRun, writeRun;
  bool endsInRows;  // blocks end within rows of the input that go on in the next block
  double readAgain;  // part of the input that a second CTA reads, too
  double idle;      // part of the blocks' places that lie beyond the ends of the tensor
  double slots, wavefronts, inFlightBytes, ctas;
  double besides;  // time that no bound tells: an SM's few CTAs that load or write at the same time, or wait for the engine
  double besidesSeconds;  // of each launch, however small the tensor is
  bool neighboursFirst;  // blocks whose runs go on in each other come one behind the other, on both sides
  Fitted fitted;
};

// Bytes of whole pieces that a run touches, for each of its own, over all starts that its alignment allows.
inline double touched(const Run& run, double piece) {
  const double step = std::min(run.aligned, piece);
  return ((run.bytes - step) / piece + 1) * (piece / run.bytes);
}

// Of what is touched in vain: a line that is read, or written, in two pieces; a pair of lines, and what it costs besides where runs lie
// in many pages.
struct MemoryCosts {
  double readLine, writtenLine, readPair, farReadPair, writtenPair, farWrittenPair;
  double acrossRows;  // blocks that do not end where rows of the input end
};

inline MemoryCosts costsOf(Fitted fitted) {
  switch (fitted) {
    case Fitted::TILE_V:
    case Fitted::TILE_V_NARROW:
    case Fitted::TILE_SHORT: return {0.083, 0, 0.034, 0.08, 0, 0.104, 0.005};
    case Fitted::TILE_BULK: return {0.123, 0.034, 0.026, 0.048, 0.014, 0.107, 0.005};
    default: return {0.158, 0, 0.05, 0.153, 0, 0.203, 0.0085};
  }
}

// What is lost at the end, by the part of the tensor that is under way.
inline double tailOf(Fitted fitted, double share) {
  if (fitted == Fitted::TILE_BULK) return std::min(0.6, 2.06 * share * share);
  if (fitted == Fitted::TILE_V_NARROW || fitted == Fitted::TILE_SHORT) return 0.3 * share * (1 - share);
  if (fitted == Fitted::TILE_V) return 0.99 * std::min(share, 0.07) + 0.45 * std::max(0.0, share - 0.07) * (1 - share);
  return 0.633 * share;
}

// `line` and `pair`: the cost of what is touched in vain of lines, and of pairs of lines.
inline double costOf(const Run& run, double line, double pair) {
  const double sectors = touched(run, SECTOR), lines = touched(run, LINE), pairs = touched(run, PAIR);
  const double isShort = 0.1 * std::max(0.0, 64 / run.bytes - 1);
  return sectors + line * (lines - sectors) + pair * (pairs - lines) + isShort;
}

// From one page to so many that more cost no more.
inline double pageShare(const Run& run) { return std::min(1.0, (run.pages - 1) / (16 - 1)); }

// Time by that of a copy of the same bytes: fourth powers of all bounds, added; and what is lost at the end.
inline double predictedCopies(const Demand& demand, const Gpu& gpu) {
  const double read = pageShare(demand.readRun), written = pageShare(demand.writeRun);
  const MemoryCosts costs = costsOf(demand.fitted);
  const double near = demand.neighboursFirst ? 0.75 : 1;
  const double memory = (costOf(demand.readRun, costs.readLine, near * (costs.readPair + costs.farReadPair * read)) +
                         costOf(demand.writeRun, costs.writtenLine, near * (costs.writtenPair + costs.farWrittenPair * written))) / 2 +
                        (demand.endsInRows ? costs.acrossRows : 0) + 0.25 * demand.readAgain + 0.044 * demand.idle;
  const double inFlight = gpu.inFlightBytes / demand.inFlightBytes;
  const double issue = demand.slots / gpu.slots;
  const double shared = (demand.wavefronts / gpu.wavefronts) * 1.4;
  const double copySeconds = (2 * demand.bytes) / gpu.bytesPerSecond;
  const double launch = demand.ctas / gpu.ctasPerSecond / copySeconds;
  double sum = 0;
  for (double factor : {memory, inFlight, issue, shared, launch}) {
    const double square = factor * factor;
    sum += square * square;
  }
  const double share = std::min(1.0, (demand.inFlightBytes * gpu.sms) / demand.bytes);
  const double missing = std::max(0.0, 1 - demand.ctas / (2 * gpu.sms));
  return std::sqrt(std::sqrt(sum)) + tailOf(demand.fitted, share) + missing + demand.besides + demand.besidesSeconds / copySeconds;
}

// CTAs that an SM holds: of its 2048 threads, 65,536 registers and 228 KiB of shared memory.
inline double residentCtas(double threads, double sharedBytes, double registers) {
  const double taken = roundUp(sharedBytes + 1024, 128);
  return std::min(std::floor(std::min(2048.0, 65536 / registers) / threads), std::min(32.0, std::floor(228 * 1024 / taken)));
}

inline double slotsFor(double threads, double instructions, double bytes) {
  return (threads / LANES * instructions * LINE) / bytes;
}

inline void addOnce(std::vector<double>& list, double value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

inline Divisor divisorOf(double divisor) {
  unsigned shift = 0;
  while (static_cast<double>(1ull << shift) < divisor) shift++;
  const auto by = static_cast<unsigned long long>(divisor);
  return {static_cast<unsigned>(by), static_cast<unsigned>(((1ull << (31 + shift)) + by - 1) / by), shift};
}

inline unsigned word(double value) { return static_cast<unsigned>(value); }

// ---- Blocks with two long sides ----

struct TileBlock {
  Pairs pairs;
  double across = 1, down = 1, vector = 1, spare = 0, sharedBytes = 0, threads = 0, ctas = 0, copies = 0;
};

constexpr double TILE_LEAST_THREADS = 64;

struct TileTask {
  const Tensor& tensor;
  double vector, few, many;  // vectors of a thread in a block that few have to move, and in others
  double mostThreads;
};

inline TileTask tileTask(const Tensor& tensor) {
  const double bytes = tensor.elementBytes, across = tensor.extent(tensor.across), down = tensor.extent(tensor.down);
  const double vector = std::min(WIDEST / bytes, std::min(lowestPower(across), lowestPower(down)));
  const double fewBytes = bytes < 4 ? 128 / bytes : 32, most = bytes < 4 ? 16 : 8;
  const auto heldOf = [&](double held) { return std::min(most, held / (vector * bytes)); };
  return {tensor, vector, heldOf(fewBytes), heldOf(std::min(2 * fewBytes, 128.0)), bytes < 4 ? 256.0 : 512.0};
}

constexpr double LENGTHS[] = {16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 512};

// Round lengths, equal parts of the first dimension, and several of its rows; in multiples of a vector.
inline std::vector<double> lengthsOf(double first, double next, double vector) {
  std::vector<double> found;
  for (double length : LENGTHS)
    if (length <= first * next) addOnce(found, length);
  for (double length : LENGTHS) addOnce(found, roundUp(ceilDiv(first, ceilDiv(first, length)), vector));
  for (double row = 1; row <= std::min(next, 16.0); row++) addOnce(found, first * row);
  return found;
}

// Lanes that a wavefront serves.
inline double placesOf(const TileTask& task) { return LINE / std::max(WORD, task.vector * task.tensor.elementBytes); }

// Squares below each other start in other banks. Of narrow elements they may be fewer than a wavefront serves: then the next column of squares
// starts in the banks between.
inline double spareOf(const TileTask& task, double across, double down) {
  if (std::fmod(across, 2) != 0) return 0;
  const double places = placesOf(task), column = down / task.vector;
  const bool areFew = task.tensor.elementBytes < WORD && column < places && std::fmod(places, column) == 0;
  return areFew ? places / column : 1;
}

// Wavefronts by those without a conflict, where the lanes of a CTA's first warps load squares.
inline double waysOf(const TileTask& task, const TileBlock& block) {
  const double places = placesOf(task);
  const double column = block.down / task.vector, pitch = block.across + block.spare;
  const double lanes = std::min(LANES * places, column * (block.across / task.vector));
  double wavefronts = 0;
  for (double first = 0; first < lanes; first += places) {
    double asked[32] = {}, worst = 0;
    for (double lane = first; lane < std::min(first + places, lanes); lane++) {
      const double bank = std::fmod(std::fmod(lane, column) * pitch + std::floor(lane / column), places);
      worst = std::max(worst, ++asked[static_cast<int>(bank)]);
    }
    wavefronts += worst;
  }
  return wavefronts / ceilDiv(lanes, places);
}

// Pages of 2 MiB in which `count` runs lie, one every `apart` bytes.
inline double pagesAlong(double count, double apart) {
  return std::min(count, 1 + std::floor(((count - 1) * apart) / (2 * 1024 * 1024)));
}

inline double pagesOf(const Tensor& tensor, double length, int first, int next, const std::vector<double>& strides) {
  const double extent = tensor.extent(first), bytes = tensor.elementBytes;
  const double pages = pagesAlong(std::min(length, extent), strides[first] * bytes);
  return next == NONE ? pages : pages * pagesAlong(ceilDiv(length, extent), strides[next] * bytes);
}

// A block of two long sides, as far as its demand depends on it.
struct LongSides {
  Pairs pairs;
  double across, down, threads, sharedBytes, registers;
};

// `instructions(dims)`: of a warp, for a grid of so many dimensions. Ragged ends leave threads without work.
template <typename Instructions>
inline Demand longSidesDemand(const Tensor& tensor, const LongSides& cta, Instructions instructions) {
  const double bytes = tensor.elementBytes, across = cta.across, down = cta.down;
  const Pairs& pairs = cta.pairs;
  const double totals[2] = {tensor.acrossTotal(pairs), tensor.downTotal(pairs)};
  const double blocks[2] = {ceilDiv(totals[0], across), ceilDiv(totals[1], down)};
  const double ctas = (tensor.elements / (totals[0] * totals[1])) * blocks[0] * blocks[1];
  const double blockBytes = (tensor.elements * bytes) / ctas;
  const double inPairs = 2 + (pairs.acrossNext == NONE ? 0 : 1) + (pairs.downNext == NONE ? 0 : 1);
  const double dims = static_cast<double>(tensor.shortest.shape.size()) - inPairs + (blocks[0] > 1) + (blocks[1] > 1);
  // Where the long sides follow each other in memory, a block of whole rows is one run.
  const std::vector<int>& perm = tensor.shortest.perm;
  const bool isOneRead = across == tensor.extent(tensor.across) && tensor.down == tensor.across - 1;
  const bool isOneWrite = down == tensor.extent(tensor.down) && perm[perm.size() - 2] == tensor.across;
  Demand demand = {};
  demand.bytes = tensor.elements * bytes;
  demand.readRun = runOf(isOneRead ? across * down : across, totals[0], bytes,
                         pagesOf(tensor, down, tensor.down, pairs.downNext, tensor.strides.in));
  demand.writeRun = runOf(isOneWrite ? across * down : down, totals[1], bytes,
                          pagesOf(tensor, across, tensor.across, pairs.acrossNext, tensor.strides.out));
  demand.endsInRows = pairs.acrossNext != NONE && std::fmod(across, tensor.extent(tensor.across)) != 0;
  demand.neighboursFirst = pairs.bothGoOn();
  demand.idle = 1 - blockBytes / (across * down * bytes);
  demand.slots = slotsFor(cta.threads, instructions(dims), blockBytes);
  demand.wavefronts = 2;
  demand.inFlightBytes = residentCtas(cta.threads, cta.sharedBytes, cta.registers) * blockBytes;
  demand.ctas = ctas;
  return demand;
}

inline TileBlock tileBlockOf(const TileTask& task, const Pairs& pairs, double across, double down, const Gpu& gpu) {
  const Tensor& tensor = task.tensor;
  const double bytes = tensor.elementBytes;
  TileBlock block;
  block.pairs = pairs;
  block.across = across;
  block.down = down;
  block.vector = task.vector;
  block.spare = spareOf(task, across, down);
  block.sharedBytes = down * (across + block.spare) * bytes;
  const double vectors = (across / task.vector) * down;
  const double held = vectors <= task.mostThreads * task.few ? task.few : task.many;
  block.threads = roundUp(ceilDiv(vectors, held), LANES);
  const double registers = bytes == 1 ? 80 : bytes == 2 ? 64 : bytes == 4 ? 32 : 40;
  const double narrow = task.vector * bytes < WIDEST ? 1.3 : 1;
  Demand demand = longSidesDemand(tensor, {pairs, across, down, block.threads, block.sharedBytes, registers}, [&](double dims) {
    return (60 + 20 * dims + 22 * held + (held / task.vector) * (30 + 6 * task.vector)) * narrow;
  });
  demand.fitted = bytes < 4 ? Fitted::TILE_V_NARROW : Fitted::TILE_V;
  // An SM's few large CTAs do not end together.
  demand.besides = bytes < 4 ? 0.1 * std::max(0.0, 1 - demand.ctas / (12 * Gpu{}.sms)) : 0.2 * std::max(0.0, 1 - demand.ctas / (24 * Gpu{}.sms));
  block.ctas = demand.ctas;
  block.copies = predictedCopies(demand, gpu);
  return block;
}

constexpr double LONG_ROW = 512;

// Both pairs, with or without the dimension in which a side goes on: no long rows of the input do. The same dimension may be the
// next one of either.
inline std::vector<Pairs> pairsOf(const Tensor& tensor) {
  std::vector<int> acrossNext = {NONE}, downNext = {NONE};
  if (tensor.inNext != NONE && tensor.extent(tensor.across) < LONG_ROW) acrossNext.push_back(tensor.inNext);
  if (tensor.outNext != NONE) downNext.push_back(tensor.outNext);
  std::vector<Pairs> all;
  for (int next : acrossNext)
    for (int other : downNext)
      if (other == NONE || other != next) all.push_back({next, other});
  return all;
}

// Of all shapes that a CTA can move and that have `leastAccesses`, the one that is predicted to be fastest.
inline TileBlock bestTile(const TileTask& task, double leastAccesses, const Gpu& gpu) {
  constexpr double CONFLICT = 0.0095, SHARED_LIMIT = 48 * 1024;
  const Tensor& tensor = task.tensor;
  TileBlock best;
  double least = HUGE_VAL;
  for (const Pairs& pairs : pairsOf(tensor)) {
    const std::vector<double> downs = lengthsOf(tensor.extent(tensor.down), tensor.extent(pairs.downNext), task.vector);
    for (double across : lengthsOf(tensor.extent(tensor.across), tensor.extent(pairs.acrossNext), task.vector))
      for (double down : downs) {
        const double accesses = (across / task.vector) * down;
        if (accesses < leastAccesses || accesses > task.mostThreads * task.many) continue;
        const TileBlock block = tileBlockOf(task, pairs, across, down, gpu);
        // Without a conflict the ways are 1.
        if (block.sharedBytes > SHARED_LIMIT || block.copies + CONFLICT >= least) continue;
        const double cost = block.copies + CONFLICT * waysOf(task, block);
        if (cost < least) {
          least = cost;
          best = block;
        }
      }
  }
  return best;
}

// Blocks that give few threads something to do are left out, unless a tensor has no others.
inline TileBlock bestTile(const TileTask& task, const Gpu& gpu) {
  const TileBlock large = bestTile(task, TILE_LEAST_THREADS * task.many, gpu);
  return large.threads > 0 ? large : bestTile(task, 0, gpu);
}

// The order that was fastest on average. Runs of the output are neighbours of runs that have just been written; where other blocks
// would come between those along the input's side, and both sides go on, blocks along the sides come first, unless the input's side goes on in
// a dimension that is farther in the output than its first. Blocks of odd lengths come in
// the order of the input's rows where at most `fewAcross` make one.
inline TileGrid tileGrid(const Tensor& tensor, const Pairs& pairs, const double (&lengths)[2], const double (&blocks)[2], double fewAcross) {
  struct GridDim {
    double count, inStep, outStep, acrossStep, downStep, apart;
  };
  const Strides& strides = tensor.strides;
  const bool isRowFirst = pairs.acrossNext == NONE && blocks[0] <= fewAcross;
  // A side that goes on in a second dimension steps along that.
  const double acrossApart = isRowFirst ? 0 : pairs.acrossNext == NONE ? strides.out[tensor.across] * std::min(lengths[0], tensor.extent(tensor.across))
                                                      : strides.out[pairs.acrossNext];
  std::vector<GridDim> grid = {{blocks[1], 0, 0, 0, lengths[1], lengths[1]}, {blocks[0], 0, 0, lengths[0], 0, acrossApart}};
  for (int dim = 0; dim < static_cast<int>(tensor.shortest.shape.size()); dim++)
    if (dim != tensor.across && dim != tensor.down && dim != pairs.acrossNext && dim != pairs.downNext)
      grid.push_back({tensor.extent(dim), strides.in[dim], strides.out[dim], 0, 0, strides.out[dim]});
  grid.erase(std::remove_if(grid.begin(), grid.end(), [](const GridDim& dim) { return dim.count <= 1; }), grid.end());
  std::stable_sort(grid.begin(), grid.end(), [](const GridDim& a, const GridDim& b) { return a.apart < b.apart; });
  const auto isAcross = [](const GridDim& dim) { return dim.acrossStep > 0; };
  const auto across = std::find_if(grid.begin(), grid.end(), isAcross);
  const bool isBetween = across != grid.end() && across - grid.begin() > (blocks[1] > 1 ? 1 : 0);
  if (fewAcross == 0 && pairs.bothGoOn() && isBetween && strides.out[tensor.across] > strides.out[pairs.acrossNext]) {
    const auto rank = [&](const GridDim& dim) { return isAcross(dim) ? 0 : dim.downStep > 0 ? 1 : 2; };
    std::stable_sort(grid.begin(), grid.end(), [&](const GridDim& a, const GridDim& b) { return rank(a) < rank(b); });
  }
  TileGrid words = {};
  words.dims = static_cast<unsigned>(grid.size());
  for (unsigned i = 0; i < MAX_DIMS; i++) {
    const GridDim dim = i < grid.size() ? grid[i] : GridDim{1, 0, 0, 0, 0, 0};
    const Divisor count = i < grid.size() ? divisorOf(dim.count) : Divisor{1, 0, 0};
    words.dim[i] = {count, word(dim.inStep), word(dim.outStep), word(dim.acrossStep), word(dim.downStep)};
  }
  return words;
}

// `total`: of both dimensions; `other`: strides of the other side.
inline Pair pairOf(const Tensor& tensor, double length, double total, int first, int next, const std::vector<double>& other) {
  return {word(length), word(total), divisorOf(tensor.extent(first)), {word(other[first]), next == NONE ? 0 : word(other[next])}};
}

inline Tiles tilesOf(const TileTask& task, const TileBlock& block) {
  const Tensor& tensor = task.tensor;
  const Pairs& pairs = block.pairs;
  const double totals[2] = {tensor.acrossTotal(pairs), tensor.downTotal(pairs)};
  Tiles tiles = {};
  tiles.vector = word(block.vector);
  tiles.spare = word(block.spare);
  tiles.acrossVectors = divisorOf(block.across / block.vector);
  tiles.downSquares = divisorOf(block.down / block.vector);
  tiles.across = pairOf(tensor, block.across, totals[0], tensor.across, pairs.acrossNext, tensor.strides.out);
  tiles.down = pairOf(tensor, block.down, totals[1], tensor.down, pairs.downNext, tensor.strides.in);
  tiles.grid = tileGrid(tensor, pairs, {block.across, block.down}, {ceilDiv(totals[0], block.across), ceilDiv(totals[1], block.down)}, 0);
  return tiles;
}

// ---- Blocks with two long sides whose columns the copy engine writes ----

struct BulkBlock {
  Pairs pairs;
  double across = 1, down = 1, vector = 1, sharedBytes = 0, threads = 0, ctas = 0, copies = HUGE_VAL;
};

inline BulkBlock bulkBlockOf(const Tensor& tensor, const Pairs& pairs, double across, double down, const Gpu& gpu) {
  const double bytes = tensor.elementBytes, vector = WIDEST / bytes, squares = bytes < 16 ? 1 : 2;
  BulkBlock block;
  block.pairs = pairs;
  block.across = across;
  block.down = down;
  block.vector = vector;
  block.threads = roundUp(ceilDiv((across / vector) * (down / vector), squares), LANES);
  // A spare vector follows the columns of a square.
  block.sharedBytes = (across / vector) * (down + 1) * WIDEST;
  const double registers = bytes == 1 ? 96 : bytes == 2 ? 72 : bytes == 4 ? 40 : 24;
  Demand demand = longSidesDemand(tensor, {pairs, across, down, block.threads, block.sharedBytes, registers},
                                  [&](double dims) { return 80 + 20 * dims + 20 * squares * vector; });
  demand.besidesSeconds = 1.4e-6;
  demand.besides = (bytes > 4 ? -0.025 : 0.025) + (bytes == 1 ? 0.2 : 0.022) / residentCtas(block.threads, block.sharedBytes, registers);
  demand.fitted = Fitted::TILE_BULK;
  block.ctas = demand.ctas;
  block.copies = predictedCopies(demand, gpu);
  return block;
}

// Blocks of short columns or rows, or for few threads, are left out, unless a tensor has no others.
inline BulkBlock bestBulk(const Tensor& tensor, const Gpu& gpu) {
  constexpr double SHARED_LIMIT = 48 * 1024, LEAST_BYTES = 128;
  const double bytes = tensor.elementBytes, vector = WIDEST / bytes, mostThreads = bytes == 4 ? 1024 : 512;
  BulkBlock best, bestLarge, bestLong;
  for (const Pairs& pairs : pairsOf(tensor)) {
    const std::vector<double> downs = lengthsOf(tensor.extent(tensor.down), tensor.extent(pairs.downNext), vector);
    for (double across : lengthsOf(tensor.extent(tensor.across), tensor.extent(pairs.acrossNext), vector))
      for (double down : downs) {
        const double threads = ((across / vector) * (down / vector)) / (bytes < 16 ? 1 : 2);
        if (threads > mostThreads) continue;
        const BulkBlock block = bulkBlockOf(tensor, pairs, across, down, gpu);
        if (block.sharedBytes > SHARED_LIMIT) continue;
        BulkBlock& least = threads < TILE_LEAST_THREADS ? best : std::min(across, down) * bytes < LEAST_BYTES ? bestLarge : bestLong;
        if (block.copies < least.copies) least = block;
      }
  }
  return bestLong.threads > 0 ? bestLong : bestLarge.threads > 0 ? bestLarge : best;
}

inline BulkTiles bulkTilesOf(const Tensor& tensor, const BulkBlock& block) {
  const Pairs& pairs = block.pairs;
  const double totals[2] = {tensor.acrossTotal(pairs), tensor.downTotal(pairs)};
  BulkTiles tiles = {};
  tiles.acrossVectors = divisorOf(block.across / block.vector);
  tiles.columnVectors = word(block.down / block.vector);
  tiles.across = pairOf(tensor, block.across, totals[0], tensor.across, pairs.acrossNext, tensor.strides.out);
  tiles.down = pairOf(tensor, block.down, totals[1], tensor.down, pairs.downNext, tensor.strides.in);
  tiles.grid = tileGrid(tensor, pairs, {block.across, block.down}, {ceilDiv(totals[0], block.across), ceilDiv(totals[1], block.down)}, 0);
  return tiles;
}

// ---- Blocks with two long sides whose rows are no whole vectors ----

struct OddBlock {
  Pairs pairs;
  double across = 1, down = 1, blocks[2] = {1, 1}, vector = 1, rowWarps = 1, sharedBytes = 0, threads = 0, ctas = 0, copies = HUGE_VAL;
};

constexpr double ODD_MOST_THREADS = 640, ODD_ROWS_HELD = 8, ODD_WORDS_HELD = 2, ODD_FEW_ACROSS = 10, ODD_ROW_WARPS[] = {1, 2};

inline double oddWord(double elementBytes) { return std::max(1.0, WORD / elementBytes); }

// Elements of a row of shared memory: its words, of which the first one may begin before it.
inline double oddColumns(double rowWarps, double word) { return (ODD_WORDS_HELD * rowWarps * LANES + 1) * word - 1; }

// Columns are cut at sectors of the output, and at vectors of small elements.
inline double oddCut(double elementBytes) { return (elementBytes < WORD ? WIDEST : SECTOR) / elementBytes; }

// Elements of a column, and those that it begins early: fewer where columns begin at multiples of more elements.
inline double cutTotal(double total, double cut) { return total + cut - std::min(cut, lowestPower(total)); }

struct OddAcross {
  double across, rowWarps;
};

// Equal parts, as few as fit into rows of shared memory, wherever they start; by as few warps as will do.
inline std::vector<OddAcross> oddAcrosses(double total, double word) {
  std::vector<OddAcross> found;
  for (double rowWarps : ODD_ROW_WARPS) {
    const double most = oddColumns(rowWarps, word) - 2 * (word - 1);
    const double across = ceilDiv(total, ceilDiv(total, most));
    if (found.empty() || found[0].across != across) found.push_back({across, rowWarps});
  }
  return found;
}

// Round lengths, and equal parts: whole vectors.
inline std::vector<double> oddDowns(double total, double vector) {
  std::vector<double> found;
  for (double length : LENGTHS)
    if (length < total) addOnce(found, length);
  for (double length : LENGTHS) addOnce(found, roundUp(ceilDiv(total, ceilDiv(total, length)), vector));
  return found;
}

inline OddBlock oddBlockOf(const Tensor& tensor, const Pairs& pairs, const OddAcross& columns, double down, const Gpu& gpu) {
  const double bytes = tensor.elementBytes, vector = WIDEST / bytes, word = oddWord(bytes), across = columns.across;
  const double cut = oddCut(bytes);
  const double totals[2] = {tensor.acrossTotal(pairs), tensor.downTotal(pairs)};
  const double rows = down + cut - 1;
  OddBlock block;
  block.pairs = pairs;
  block.across = across;
  block.down = down;
  block.vector = vector;
  block.rowWarps = columns.rowWarps;
  block.threads = ceilDiv(rows, ODD_ROWS_HELD) * columns.rowWarps * LANES;
  block.blocks[0] = ceilDiv(totals[0], across);
  block.blocks[1] = ceilDiv(cutTotal(totals[1], cut), down);
  block.sharedBytes = rows * (oddColumns(columns.rowWarps, word) + (word == 1 ? 1 : 0)) * bytes;
  block.ctas = (tensor.elements / (totals[0] * totals[1])) * block.blocks[0] * block.blocks[1];
  const double blockBytes = (tensor.elements * bytes) / block.ctas;
  const double inPairs = 2 + (pairs.acrossNext == NONE ? 0 : 1) + (pairs.downNext == NONE ? 0 : 1);
  const double dims = static_cast<double>(tensor.shortest.shape.size()) - inPairs + (block.blocks[0] > 1) + (block.blocks[1] > 1);
  // Blocks at the ends of a pair write vectors in pieces.
  const double inPieces = (across * down) / vector / block.threads * std::min(1.0, 2 / block.blocks[1]);
  const double instructions =
      60 + 20 * dims + ODD_ROWS_HELD * (14 + ODD_WORDS_HELD * (8 + 10 * word)) + inPieces * 17 * vector * std::sqrt(vector);
  Demand demand = {};
  demand.bytes = tensor.elements * bytes;
  demand.readRun = runOf(across, totals[0], bytes, pagesOf(tensor, down, tensor.down, pairs.downNext, tensor.strides.in));
  demand.writeRun = runOf(down, totals[1], bytes, pagesOf(tensor, across, tensor.across, pairs.acrossNext, tensor.strides.out));
  demand.writeRun.aligned = std::max(demand.writeRun.aligned, SECTOR);
  demand.endsInRows = pairs.acrossNext != NONE && std::fmod(across, tensor.extent(tensor.across)) != 0;
  demand.readAgain = (cut - 1) / down;
  demand.idle = 1 - blockBytes / (across * down * bytes);
  demand.slots = slotsFor(block.threads, instructions, blockBytes);
  demand.wavefronts = word;
  const double resident = residentCtas(block.threads, block.sharedBytes, bytes == WORD ? 32 : 48);
  demand.inFlightBytes = resident * blockBytes;
  demand.besides = word > 1 ? 0.5 / resident : 0;
  demand.ctas = block.ctas;
  block.copies = predictedCopies(demand, gpu);
  return block;
}

// Blocks that give few threads something to do are left out, unless a tensor has no others.
inline OddBlock bestOdd(const Tensor& tensor, const Gpu& gpu) {
  constexpr double SHARED_LIMIT = 48 * 1024;
  OddBlock best, bestSmall;
  for (const Pairs& pairs : pairsOf(tensor)) {
    const std::vector<double> downs = oddDowns(cutTotal(tensor.downTotal(pairs), oddCut(tensor.elementBytes)), WIDEST / tensor.elementBytes);
    for (const OddAcross& across : oddAcrosses(tensor.acrossTotal(pairs), oddWord(tensor.elementBytes)))
      for (double down : downs) {
        const OddBlock block = oddBlockOf(tensor, pairs, across, down, gpu);
        if (block.threads > ODD_MOST_THREADS || block.sharedBytes > SHARED_LIMIT) continue;
        OddBlock& least = block.threads < TILE_LEAST_THREADS ? bestSmall : best;
        if (block.copies < least.copies) least = block;
      }
  }
  return best.threads > 0 ? best : bestSmall;
}

inline OddTiles oddTilesOf(const Tensor& tensor, const OddBlock& block) {
  const Pairs& pairs = block.pairs;
  OddTiles tiles = {};
  tiles.elements = word(tensor.elements);
  tiles.rowWarps = word(block.rowWarps);
  tiles.columnVectors = divisorOf(block.down / block.vector);
  tiles.across = pairOf(tensor, block.across, tensor.acrossTotal(pairs), tensor.across, pairs.acrossNext, tensor.strides.out);
  tiles.down = pairOf(tensor, block.down, tensor.downTotal(pairs), tensor.down, pairs.downNext, tensor.strides.in);
  tiles.grid = tileGrid(tensor, pairs, {block.across, block.down}, block.blocks, ODD_FEW_ACROSS);
  return tiles;
}

// ---- Blocks of rows that stay whole ----

using RowLengths = double[ROW_SIDES];

struct RowBlock {
  RowLengths lengths = {1, 1, 1};
  double vector = 1, threads = 0, ctas = 0, copies = 0;
};

// Whole dimensions, and pieces of about equal length, in multiples of a vector.
inline std::vector<double> cutsOf(double extent, double vector, const std::vector<double>& lengths) {
  std::vector<double> cuts;
  for (double length : lengths)
    addOnce(cuts, roundUp(ceilDiv(extent, ceilDiv(extent, roundUp(length, vector))), vector));
  return cuts;
}

constexpr double ROW_THREADS = 256, HELD_BY_ROWS = 2;

// A dimension is one side only.
inline int rowDownNext(const Tensor& tensor) { return tensor.outNext == tensor.inNext ? NONE : tensor.outNext; }

inline RowBlock rowBlockOf(const Tensor& tensor, const RowLengths& lengths, double vector, const Gpu& gpu) {
  const double bytes = tensor.elementBytes;
  const double extents[ROW_SIDES] = {tensor.extent(tensor.across), tensor.extent(tensor.inNext), tensor.extent(rowDownNext(tensor))};
  RowBlock block;
  std::copy(lengths, lengths + ROW_SIDES, block.lengths);
  block.vector = vector;
  const double accesses = (lengths[ACROSS] / vector) * lengths[ACROSS_NEXT] * lengths[DOWN_NEXT];
  block.threads = roundUp(ceilDiv(accesses, HELD_BY_ROWS), LANES);
  double pieces = 1, extent = 1, dims = static_cast<double>(tensor.shortest.shape.size());
  for (unsigned side = 0; side < ROW_SIDES; side++) {
    const double count = ceilDiv(extents[side], lengths[side]);
    pieces *= count;
    extent *= extents[side];
    if (count > 1) dims++;
  }
  dims -= 1 + (tensor.inNext == NONE ? 0 : 1) + (rowDownNext(tensor) == NONE ? 0 : 1);
  block.ctas = (tensor.elements / extent) * pieces;
  const double blockBytes = (tensor.elements * bytes) / block.ctas;
  Demand demand = {};
  demand.bytes = tensor.elements * bytes;
  demand.readRun = runOf(lengths[ACROSS] * lengths[ACROSS_NEXT], extents[ACROSS], bytes, 1);
  demand.writeRun = runOf(lengths[ACROSS] * lengths[DOWN_NEXT], extents[ACROSS], bytes, 1);
  demand.slots = slotsFor(block.threads, 40 + 20 * dims + 22 * HELD_BY_ROWS, blockBytes);
  demand.inFlightBytes =
      residentCtas(block.threads, 0, 32) * std::min(blockBytes, block.threads * HELD_BY_ROWS * vector * bytes);
  demand.ctas = block.ctas;
  block.copies = predictedCopies(demand, gpu);
  return block;
}

// A row goes on in its neighbours where a block has all of it.
inline RowBlock bestRows(const Tensor& tensor, const Gpu& gpu) {
  static const std::vector<double> LONG = {1,  2,  4,  8,   16,  24,  32,   48,   64,  96,
                                           128, 192, 256, 512, 1024, 2048, 4096, 8192};
  static const std::vector<double> FEW = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64}, ONE = {1};
  const double all = tensor.extent(tensor.across);
  const double vector = std::min(WIDEST / tensor.elementBytes, lowestPower(all));
  RowBlock best;
  double least = HUGE_VAL;
  for (double across : cutsOf(all, vector, LONG))
    for (double acrossNext : across == all ? cutsOf(tensor.extent(tensor.inNext), 1, FEW) : ONE)
      for (double downNext : across == all ? cutsOf(tensor.extent(rowDownNext(tensor)), 1, FEW) : ONE) {
        if ((across / vector) * acrossNext * downNext > ROW_THREADS * HELD_BY_ROWS) continue;
        const RowLengths lengths = {across, acrossNext, downNext};
        const RowBlock block = rowBlockOf(tensor, lengths, vector, gpu);
        // Short runs weigh more in the choice than in the time.
        const double bytes = across * tensor.elementBytes;
        const double cost = block.copies + ((0.18 * LINE) / (acrossNext * bytes) + (0.51 * LINE) / (downNext * bytes));
        if (cost < least) {
          least = cost;
          best = block;
        }
      }
  return best;
}

// Everything counts vectors.
inline Rows rowsOf(const Tensor& tensor, const RowBlock& block) {
  struct Piece {
    double count, inStep, outStep, length;
    unsigned side;
  };
  const int sides[ROW_SIDES] = {tensor.across, tensor.inNext, rowDownNext(tensor)};
  const double lengths[ROW_SIDES] = {block.lengths[ACROSS] / block.vector, block.lengths[ACROSS_NEXT], block.lengths[DOWN_NEXT]};
  const auto extentOf = [&](int dim) { return dim == tensor.across ? tensor.extent(dim) / block.vector : tensor.extent(dim); };
  const auto strideOf = [&](int dim, const std::vector<double>& strides) {
    return dim == tensor.across ? 1 : strides[dim] / block.vector;
  };
  Rows rows = {};
  rows.vectorBytes = word(block.vector * tensor.elementBytes);
  rows.vectors = word(lengths[ACROSS] * lengths[ACROSS_NEXT] * lengths[DOWN_NEXT]);
  rows.across = divisorOf(lengths[ACROSS]);
  rows.downNext = divisorOf(lengths[DOWN_NEXT]);
  for (unsigned side = 0; side < ROW_SIDES; side++) {
    const int dim = sides[side];
    rows.grid.extent[side] = dim == NONE ? 1 : word(extentOf(dim));
    rows.inStride[side] = dim == NONE ? 0 : word(strideOf(dim, tensor.strides.in));
    rows.outStride[side] = dim == NONE ? 0 : word(strideOf(dim, tensor.strides.out));
  }
  std::vector<Piece> list;
  for (int dim = 0; dim < static_cast<int>(tensor.shortest.shape.size()); dim++) {
    const unsigned side = static_cast<unsigned>(std::find(sides, sides + ROW_SIDES, dim) - sides);
    const double length = side == ROW_SIDES ? 1 : lengths[side];
    const double count = ceilDiv(extentOf(dim), length);
    if (count > 1)
      list.push_back({count, strideOf(dim, tensor.strides.in) * length, strideOf(dim, tensor.strides.out) * length, length, side});
  }
  std::stable_sort(list.begin(), list.end(), [](const Piece& a, const Piece& b) { return a.outStep < b.outStep; });
  rows.grid.dims = static_cast<unsigned>(list.size());
  for (unsigned i = 0; i < MAX_DIMS; i++) {
    const Piece piece = i < list.size() ? list[i] : Piece{1, 0, 0, 0, 0};
    const Divisor count = i < list.size() ? divisorOf(piece.count) : Divisor{1, 0, 0};
    rows.grid.dim[i] = {count, word(piece.inStep), word(piece.outStep), piece.side, word(piece.length)};
  }
  return rows;
}

// ---- Rows that stay whole, and are no whole vectors ----

struct OddRowBlock {
  double ctas = 0, copies = 0;
};

constexpr double ODD_ROW_THREADS = 256;

inline OddRowBlock oddRowBlockOf(const Tensor& tensor, const Gpu& gpu) {
  const double bytes = tensor.elementBytes, length = tensor.extent(tensor.across), vector = WIDEST / bytes;
  const double dims = static_cast<double>(tensor.shortest.shape.size()) - 1, blockBytes = ODD_ROW_THREADS * WIDEST;
  const double loads = 6 * (vector / oddWord(bytes));
  // Warps that hold the end of a row.
  const double ends = std::min(1.0, LANES * vector / length);
  // Rows shorter than a vector are moved element by element.
  const double rest = length < vector ? vector * (30 + 10 * dims) : 10 + 10 * dims + (oddWord(bytes) > 1 ? 2 * loads : 0);
  OddRowBlock block;
  block.ctas = std::ceil(tensor.elements / vector / ODD_ROW_THREADS);
  Demand demand = {};
  demand.bytes = tensor.elements * bytes;
  demand.readRun = {std::min(length * bytes, blockBytes), std::min(SECTOR, lowestPower(length) * bytes), 1};
  demand.writeRun = {blockBytes, PAIR, 1};
  demand.slots = slotsFor(ODD_ROW_THREADS, 40 + 10 * dims + loads + ends * rest, blockBytes);
  demand.inFlightBytes = residentCtas(ODD_ROW_THREADS, 0, 32) * blockBytes;
  demand.ctas = block.ctas;
  block.copies = predictedCopies(demand, gpu);
  return block;
}

// In the order of the output.
inline UnalignedRows unalignedRowsOf(const Tensor& tensor) {
  UnalignedRows rows = {};
  rows.elements = word(tensor.elements);
  rows.length = divisorOf(tensor.extent(tensor.across));
  for (TileDim& dim : rows.grid.dim) dim.count = {1, 0, 0};
  const std::vector<int>& perm = tensor.shortest.perm;
  for (std::size_t i = perm.size() - 1; i-- > 0;) {
    const int dim = perm[i];
    rows.grid.dim[rows.grid.dims++] = {divisorOf(tensor.extent(dim)), word(tensor.strides.in[dim]), word(tensor.strides.out[dim]), 0, 0};
  }
  return rows;
}

// ---- Tiles with a short side ----

// Elements of each dimension in a box, 0 where it has none; and the dimensions that it cuts.
struct Box {
  std::vector<double> lengths;
  int cuts[2] = {NONE, NONE};
  double elements = 1;
};

struct ShortBlock {
  Box box;
  BoxSide in = {}, out = {};
  double group = 0, wrap = 0, sharedBytes = 0, threads = 0, ctas = 0, copies = 0;
};

constexpr double SHORT_MOST_THREADS = 256, SHORT_ACCESSES = 4, MUCH = 1.5;

inline bool hasShortSide(const Tensor& tensor) {
  return std::min(tensor.extent(tensor.across), tensor.extent(tensor.down)) * tensor.elementBytes < LINE;
}

// About `wanted`: a whole dimension, equal parts of it, or whole vectors; `vector` is a power of two.
inline double partOf(double extent, double wanted, double vector) {
  const double most = std::floor(wanted * MUCH);
  if (extent <= most) return extent;
  for (double length = most - std::fmod(most, vector); length > 0 && length * MUCH >= wanted; length -= vector)
    if (std::fmod(extent, length) == 0) return length;
  return std::max(1.0, wanted < vector ? wanted : wanted - std::fmod(wanted, vector));
}

// Dimensions in the order of a side, the fastest first.
inline std::vector<int> orderOf(const Tensor& tensor, bool isInput) {
  const std::vector<int>& perm = tensor.shortest.perm;
  std::vector<int> order;
  for (std::size_t i = perm.size(); i-- > 0;) order.push_back(isInput ? static_cast<int>(i) : perm[i]);
  return order;
}

struct Prefix {
  std::vector<int> dims;
  std::vector<double> lengths;
};

// How far a side's run goes: whole dimensions, and a part of the last one.
inline std::vector<Prefix> prefixesOf(const Tensor& tensor, const std::vector<int>& order) {
  std::vector<Prefix> found;
  for (double bytes : {64, 128, 256, 512, 1024, 2048, 4096, 8192}) {
    Prefix prefix;
    double run = 1;
    for (int dim : order) {
      const double extent = tensor.extent(dim), wanted = std::floor(bytes / tensor.elementBytes / run);
      const double length = partOf(extent, wanted, std::max(1.0, WIDEST / tensor.elementBytes / lowestPower(run)));
      if (length <= 1 || prefix.dims.size() == BOX_DIMS / 2) break;
      prefix.dims.push_back(dim);
      prefix.lengths.push_back(length);
      run *= length;
      if (length < extent) break;
    }
    if (prefix.dims.empty()) prefix = {{order[0]}, {std::min(tensor.extent(order[0]), 2.0)}};
    const auto isSame = [&](const Prefix& other) { return other.dims == prefix.dims && other.lengths == prefix.lengths; };
    if (std::none_of(found.begin(), found.end(), isSame)) found.push_back(prefix);
  }
  return found;
}

inline Box boxOf(const Tensor& tensor, const Prefix& in, const Prefix& out) {
  Box box;
  box.lengths.assign(tensor.shortest.shape.size(), 0);
  std::vector<int> dims;
  for (const Prefix* prefix : {&in, &out})
    for (std::size_t i = 0; i < prefix->dims.size(); i++) {
      double& length = box.lengths[prefix->dims[i]];
      if (length == 0) dims.push_back(prefix->dims[i]);
      length = std::max(length, prefix->lengths[i]);
    }
  int cuts = 0;
  for (int dim : dims) {
    box.elements *= box.lengths[dim];
    if (box.lengths[dim] < tensor.extent(dim)) box.cuts[cuts++] = dim;
  }
  return box;
}

inline unsigned cutOf(const Tensor& tensor, const Box& box, int dim) {
  if (std::fmod(tensor.extent(dim), box.lengths[dim]) == 0) return NOT_CUT;
  return dim == box.cuts[CUT_ACROSS] ? CUT_ACROSS : CUT_DOWN;
}

inline bool areMultiples(const std::vector<double>& numbers, double of) {
  return std::all_of(numbers.begin(), numbers.end(), [&](double number) { return std::fmod(number, of) == 0; });
}

// Elements from box to box, on a side with these strides.
inline std::vector<double> stepsOf(const Tensor& tensor, const Box& box, const std::vector<double>& strides) {
  std::vector<double> steps;
  for (std::size_t dim = 0; dim < strides.size(); dim++) {
    const double length = std::max(1.0, box.lengths[dim]);
    if (length < tensor.extent(static_cast<int>(dim))) steps.push_back(strides[dim] * length);
  }
  return steps;
}

// Elements of the widest access, of a word, and one.
inline std::vector<double> widthsOf(const Tensor& tensor) {
  return {WIDEST / tensor.elementBytes, std::max(1.0, WORD / tensor.elementBytes), 1};
}

struct SideDim {
  double length, stride, place, step;
  unsigned cut;
  int dim;
};

inline BoxSide sideOf(double vector, const Box& box, const std::vector<SideDim>& dims) {
  BoxSide side = {};
  side.vector = word(vector);
  side.accesses = word(box.elements / vector);
  side.dims = static_cast<unsigned>(dims.size());
  for (unsigned i = 0; i < BOX_DIMS; i++)
    side.dim[i] = i < dims.size() ? BoxDim{divisorOf(dims[i].length), word(dims[i].stride), word(dims[i].place), word(dims[i].step), dims[i].cut}
                                  : BoxDim{{1, 0, 0}, 0, 0, 0, NOT_CUT};
  return side;
}

// Accesses that a run of the input is made of come first; dimensions that go on in each other count as one.
inline BoxSide inputSide(const Tensor& tensor, const Box& box) {
  std::vector<SideDim> dims;
  double place = 1;
  bool mayGoOn = false;
  for (int dim : orderOf(tensor, true)) {
    const double length = box.lengths[dim], stride = tensor.strides.in[dim];
    if (length == 0) continue;
    const unsigned cut = cutOf(tensor, box, dim);
    if (mayGoOn && cut == NOT_CUT && dims.back().stride * dims.back().length == stride) dims.back().length *= length;
    else dims.push_back({length, stride, place, 1, cut, dim});
    mayGoOn = cut == NOT_CUT && length == tensor.extent(dim);
    place *= length;
  }
  SideDim& fastest = dims[0];
  std::vector<double> multiples = stepsOf(tensor, box, tensor.strides.in);
  multiples.push_back(fastest.length);
  for (std::size_t i = 1; i < dims.size(); i++) multiples.push_back(dims[i].stride);
  if (fastest.cut != NOT_CUT) multiples.push_back(tensor.extent(fastest.dim));
  const std::vector<double> widths = widthsOf(tensor);
  const double vector = *std::find_if(widths.begin(), widths.end(), [&](double width) { return areMultiples(multiples, width); });
  fastest = {fastest.length / vector, fastest.stride * vector, fastest.place * vector, fastest.step * vector, fastest.cut, fastest.dim};
  return sideOf(vector, box, dims);
}

// Every dimension by itself: neighbours in the output lie anywhere in a box.
inline BoxSide outputSide(const Tensor& tensor, const Box& box) {
  std::vector<double> places(box.lengths.size(), 0);
  double place = 1;
  for (int dim : orderOf(tensor, true))
    if (box.lengths[dim] > 0) {
      places[dim] = place;
      place *= box.lengths[dim];
    }
  std::vector<SideDim> dims;
  for (int dim : orderOf(tensor, false))
    if (box.lengths[dim] > 0) dims.push_back({box.lengths[dim], tensor.strides.out[dim], places[dim], 1, cutOf(tensor, box, dim), dim});
  const SideDim& fastest = dims[0];
  const std::vector<double> steps = stepsOf(tensor, box, tensor.strides.out);
  std::vector<double> within = steps, further = steps;
  within.push_back(fastest.length);
  for (std::size_t i = 1; i < dims.size(); i++) {
    within.push_back(dims[i].stride);
    if (i > 1) further.push_back(dims[i].stride);
  }
  if (fastest.cut != NOT_CUT) within.push_back(tensor.extent(fastest.dim));
  // A vector goes on in the next dimension.
  const bool goesOn = dims.size() > 1 && fastest.length == tensor.extent(fastest.dim) && dims[1].stride == fastest.length;
  if (goesOn) further.push_back(fastest.length * dims[1].length);
  if (goesOn && dims[1].cut != NOT_CUT) further.push_back(tensor.extent(dims[1].dim) * fastest.length);
  const std::vector<double> widths = widthsOf(tensor);
  const double vector = *std::find_if(widths.begin(), widths.end(), [&](double width) {
    return areMultiples(within, width) || (goesOn && areMultiples(further, width));
  });
  return sideOf(vector, box, dims);
}

// Behind each 128 bytes a word is spared, or an element that is larger.
inline double shortShared(const Tensor& tensor, double elements, bool isSpared) {
  const double bytes = tensor.elementBytes;
  const double spared = isSpared ? std::floor((elements - 1) / (LINE / bytes)) * std::max(WORD, bytes) : 0;
  return roundUp(elements * bytes + spared, WIDEST);
}

inline double shortThreads(const BoxSide& in) {
  return std::min(SHORT_MOST_THREADS, std::max(64.0, roundUp(ceilDiv(in.accesses, SHORT_ACCESSES), LANES)));
}

// What a box reads or writes side by side, and in how many pages.
inline Run runAlong(const Tensor& tensor, const Box& box, bool isInput) {
  const std::vector<double>& strides = isInput ? tensor.strides.in : tensor.strides.out;
  double run = 1, whole = 1, pages = 1;
  bool goesOn = true;
  for (int dim : orderOf(tensor, isInput)) {
    const double length = std::max(1.0, box.lengths[dim]);
    if (goesOn) {
      run *= length;
      whole *= tensor.extent(dim);
    } else {
      pages *= pagesAlong(length, strides[dim] * tensor.elementBytes);
    }
    goesOn = goesOn && length == tensor.extent(dim);
  }
  return runOf(run, whole, tensor.elementBytes, pages);
}

// `ways`: wavefronts of a gathering load.
inline Demand shortDemand(const Tensor& tensor, const Box& box, const BoxSide& in, const BoxSide& out, double ways) {
  const double bytes = tensor.elementBytes, threads = shortThreads(in);
  double ctas = 1, gridDims = 0;
  for (std::size_t dim = 0; dim < box.lengths.size(); dim++) {
    const double count = ceilDiv(tensor.extent(static_cast<int>(dim)), std::max(1.0, box.lengths[dim]));
    ctas *= count;
    if (count > 1) gridDims++;
  }
  const double blockBytes = (tensor.elements * bytes) / ctas;
  const double gather = out.dim[0].length.divisor % out.vector == 0 ? 5 : 10;
  const double instructions = 80 + 14 * gridDims + ceilDiv(in.accesses, threads) * (20 + 14 * in.dims) +
                              ceilDiv(out.accesses, threads) * (20 + 14 * out.dims + out.vector * gather);
  const double resident = residentCtas(threads, shortShared(tensor, box.elements, true), 48);
  Demand demand = {};
  demand.fitted = Fitted::TILE_SHORT;
  demand.bytes = tensor.elements * bytes;
  demand.readRun = runAlong(tensor, box, true);
  demand.writeRun = runAlong(tensor, box, false);
  demand.idle = 1 - blockBytes / (box.elements * bytes);
  demand.slots = slotsFor(threads, instructions, blockBytes);
  demand.wavefronts = 1 + (WORD / bytes) * ways;
  demand.inFlightBytes = resident * std::min(blockBytes, threads * SHORT_ACCESSES * in.vector * bytes);
  demand.ctas = ctas;
  demand.besides = 0.3 * std::max(0.0, 1 - ctas / (24 * Gpu{}.sms)) + 0.4 / std::min(resident, 8.0);
  return demand;
}

// Wavefronts by those without a conflict, where the first lanes gather their vectors.
inline double shortWays(const Tensor& tensor, const BoxSide& side, bool isSpared) {
  const double bytes = tensor.elementBytes, group = LINE / bytes;
  double wavefronts = 0;
  for (unsigned k = 0; k < side.vector; k++) {
    std::vector<double> words;
    for (unsigned lane = 0; lane < std::min(32u, side.accesses); lane++) {
      unsigned rest = lane * side.vector + k;
      double place = 0;
      for (unsigned i = 0; i < side.dims; i++) {
        place += static_cast<double>(rest % side.dim[i].length.divisor) * side.dim[i].place;
        rest /= side.dim[i].length.divisor;
      }
      const double spared = isSpared ? std::floor(place / group) * std::max(WORD, bytes) : 0;
      addOnce(words, std::floor((place * bytes + spared) / WORD));
    }
    double asked[32] = {}, worst = 0;
    for (double each : words) worst = std::max(worst, ++asked[static_cast<int>(std::fmod(each, 32))]);
    wavefronts += worst;
  }
  return wavefronts / side.vector;
}

inline ShortBlock shortBlockOf(const Tensor& tensor, const Box& box, const Gpu& gpu) {
  ShortBlock block;
  block.box = box;
  block.in = inputSide(tensor, box);
  block.out = outputSide(tensor, box);
  const double plain = shortWays(tensor, block.out, false), spared = shortWays(tensor, block.out, true);
  block.group = spared < plain ? LINE / tensor.elementBytes : 0;
  block.sharedBytes = shortShared(tensor, box.elements, spared < plain);
  block.threads = shortThreads(block.in);
  const Demand demand = shortDemand(tensor, box, block.in, block.out, std::min(plain, spared));
  block.ctas = demand.ctas;
  block.copies = predictedCopies(demand, gpu);
  return block;
}

// Boxes that give few threads something to do are left out, unless a tensor has no others.
inline ShortBlock bestShort(const Tensor& tensor, const Gpu& gpu) {
  constexpr double SHARED_LIMIT = 48 * 1024, LEAST_BYTES = 2048;
  const std::vector<Prefix> outs = prefixesOf(tensor, orderOf(tensor, false));
  std::vector<Box> boxes, large;
  for (const Prefix& in : prefixesOf(tensor, orderOf(tensor, true)))
    for (const Prefix& out : outs) {
      const Box box = boxOf(tensor, in, out);
      if (shortShared(tensor, box.elements, true) > SHARED_LIMIT) continue;
      boxes.push_back(box);
      if (box.elements * tensor.elementBytes >= LEAST_BYTES) large.push_back(box);
    }
  Box best;
  double least = HUGE_VAL;
  for (const Box& box : large.empty() ? boxes : large) {
    const double copies = predictedCopies(shortDemand(tensor, box, inputSide(tensor, box), outputSide(tensor, box), 1), gpu);
    if (copies < least) {
      least = copies;
      best = box;
    }
  }
  return shortBlockOf(tensor, best, gpu);
}

// In the order of the output.
inline ShortTiles shortTilesOf(const Tensor& tensor, const ShortBlock& block) {
  const Box& box = block.box;
  const BoxSide& out = block.out;
  const unsigned next = out.dims > 1 ? out.dim[1].place : 0;
  ShortTiles tiles = {};
  tiles.group = block.group == 0 ? NO_GROUP : divisorOf(block.group).shift;
  tiles.wrap = next - out.dim[0].length.divisor * out.dim[0].place;
  for (unsigned i = 0; i < 2; i++) tiles.total[i] = box.cuts[i] == NONE ? 0 : word(tensor.extent(box.cuts[i]));
  tiles.in = block.in;
  tiles.out = out;
  for (TileDim& dim : tiles.grid.dim) dim.count = {1, 0, 0};
  for (int dim : orderOf(tensor, false)) {
    const double length = std::max(1.0, box.lengths[dim]), count = ceilDiv(tensor.extent(dim), length);
    if (count <= 1) continue;
    tiles.grid.dim[tiles.grid.dims++] = {divisorOf(count), word(tensor.strides.in[dim] * length), word(tensor.strides.out[dim] * length),
                                         dim == box.cuts[0] ? word(length) : 0, dim == box.cuts[1] ? word(length) : 0};
  }
  return tiles;
}

// What every launch of a block with two long sides has.
template <typename Block>
inline void takeBlock(PermutePlan& plan, PermutePlan::Kind kind, const Block& block) {
  plan.kind = kind;
  plan.ctas = word(block.ctas);
  plan.threads = word(block.threads);
  plan.sharedBytes = word(block.sharedBytes);
  plan.copies = block.copies;
}

// The fastest of the others; `plan` has what all plans have.
inline PermutePlan planLongSides(PermutePlan plan, const Tensor& tensor, bool hasCopyEngine) {
  if (tensor.keepsRows()) {
    const RowBlock block = bestRows(tensor, {});
    if (block.vector * tensor.elementBytes < WIDEST) {
      const OddRowBlock odd = oddRowBlockOf(tensor, {});
      if (odd.copies < block.copies) {
        plan.kind = PermutePlan::ODD_ROWS;
        plan.ctas = word(odd.ctas);
        plan.threads = word(ODD_ROW_THREADS);
        plan.copies = odd.copies;
        plan.oddRows = unalignedRowsOf(tensor);
        return plan;
      }
    }
    plan.kind = PermutePlan::ROWS;
    plan.ctas = word(block.ctas);
    plan.threads = word(block.threads);
    plan.copies = block.copies;
    plan.rows = rowsOf(tensor, block);
    return plan;
  }
  const TileTask task = tileTask(tensor);
  const TileBlock block = bestTile(task, {});
  if (task.vector * tensor.elementBytes < WIDEST) {
    const OddBlock odd = bestOdd(tensor, {});
    if (odd.copies < block.copies) {
      takeBlock(plan, PermutePlan::ODD_TILES, odd);
      plan.oddTiles = oddTilesOf(tensor, odd);
      return plan;
    }
  }
  if (hasCopyEngine && task.vector * tensor.elementBytes == WIDEST) {
    const BulkBlock bulk = bestBulk(tensor, {});
    if (bulk.copies < block.copies) {
      takeBlock(plan, PermutePlan::BULK_TILES, bulk);
      plan.bulkTiles = bulkTilesOf(tensor, bulk);
      return plan;
    }
  }
  takeBlock(plan, PermutePlan::TILES, block);
  plan.tiles = tilesOf(task, block);
  return plan;
}

}  // namespace planning

// Null where the permutation can be planned, else what is wrong with it.
inline const char* whatIsWrong(int rank, const long long* shape, const int* perm, int elementBytes) {
  if (rank < 0 || rank > static_cast<int>(MAX_DIMS)) return "rank: expected 0 to 12 dimensions";
  if (elementBytes != 1 && elementBytes != 2 && elementBytes != 4 && elementBytes != 8 && elementBytes != 16)
    return "elementBytes: expected 1, 2, 4, 8 or 16";
  unsigned named = 0;
  double elements = 1;
  for (int i = 0; i < rank; i++) {
    if (shape[i] < 1) return "shape: expected extents of at least 1";
    elements *= static_cast<double>(shape[i]);
    if (perm[i] < 0 || perm[i] >= rank || (named >> perm[i] & 1u) != 0)
      return "perm: expected every dimension of the input once";
    named |= 1u << perm[i];
  }
  return elements > 2147483648.0 ? "shape: expected at most 2^31 elements" : nullptr;
}

// What `permute` launches. `whatIsWrong` must have found nothing. GPUs of compute capability 9.0 and later have a copy engine.
inline PermutePlan planPermute(int rank, const long long* shape, const int* perm, int elementBytes, bool hasCopyEngine = true) {
  Permutation given;
  for (int i = 0; i < rank; i++) {
    given.shape.push_back(static_cast<double>(shape[i]));
    given.perm.push_back(perm[i]);
  }
  const Permutation shortest = planning::canonical(given);
  PermutePlan plan;
  plan.elementBytes = static_cast<unsigned>(elementBytes);
  plan.bytes = static_cast<std::size_t>(planning::product(shortest.shape)) * plan.elementBytes;
  if (shortest.shape.size() <= 1) return plan;
  const planning::Tensor tensor = planning::tensorOf(shortest, elementBytes);
  const PermutePlan longSides = planning::planLongSides(plan, tensor, hasCopyEngine);
  if (!planning::hasShortSide(tensor)) return longSides;
  const planning::ShortBlock block = planning::bestShort(tensor, {});
  if (block.copies >= longSides.copies) return longSides;
  planning::takeBlock(plan, PermutePlan::SHORT_TILES, block);
  plan.shortTiles = planning::shortTilesOf(tensor, block);
  return plan;
}

}  // namespace lanescape
