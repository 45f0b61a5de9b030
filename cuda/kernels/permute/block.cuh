// The plan of a block, and how a thread walks through its elements. The compiler's command line sets POSITIONS and
// BINDING. Offsets, strides and extents count elements; a tensor has at most 2^31, so 32 bits hold them.
#pragma once
#include "permute.cuh"

#define TABLES 0    // where an element lies is looked up in four tables
#define ODOMETER 1  // where it lies is counted: a digit for each mode, and carries
#ifndef POSITIONS
#define POSITIONS TABLES
#endif

#define RUN_TIME 0   // the plan is an argument: one compiled module moves any tensor
#define CONSTANTS 1  // the plan is PLAN, its words joined by underscores: loops end early, divisions become products
#ifndef BINDING
#define BINDING RUN_TIME
#endif

constexpr int THREADS = 256;  // at most; fewer move a tiny block
constexpr int MAX_DIMS = 12;
constexpr int MAX_MODES = 14;    // of more than one element; a dimension that the inner blocks cut in two lengths has two
constexpr int MAX_RAGGED = 2;    // each inner block cuts one dimension at most
constexpr int MAX_XOR_BITS = 5;  // 32 banks

// How one side counts the block: the way in by the order of the input, the way out by the order of the output.
// Modes are listed in that order, fastest first.
struct Side {
  unsigned vector;                   // elements of one access to global memory: 1 or VECTOR
  unsigned extent[MAX_MODES];
  unsigned globalStride[MAX_MODES];
  unsigned sharedStride[MAX_MODES];  // with all pads
  unsigned step[MAX_MODES];          // what all threads take at once, as digits of these extents
  unsigned below[MAX_RAGGED];        // elements of the block before a ragged dimension counts on
};

// A bit of a place in shared memory that is XORed with others of the offset that the strides give.
struct XorBit {
  unsigned bit, mask;
};

// A dimension that is no multiple of the block: its last block is shorter.
struct Ragged {
  unsigned below, blocks;  // which digit of a block's number counts its blocks
  unsigned extent, last;   // elements along it in a block, and in the last one
};

// The blocks along a dimension, and how far apart they start.
struct Blocks {
  unsigned count, inStride, outStride;
};

struct Plan {
  unsigned elements, modes, dims, raggeds, xorBits;
  Side in, out;
  XorBit xorBit[MAX_XOR_BITS];
  Ragged ragged[MAX_RAGGED];
  Blocks blocks[MAX_DIMS];
};

// By the number of an element in the order of its side; the same for every block. Null where positions are counted.
struct SideTables {
  const unsigned *global, *shared;
};

struct Tables {
  SideTables in, out;
};

#if BINDING == RUN_TIME
#define PLAN_ARGUMENT , const __grid_constant__ Plan plan
#define PLAN_CONSTANT
#else
#define PLAN_ARGUMENT
#define PLAN_CONSTANT constexpr Plan plan = compiledPlan();
#define TEXT_OF_VALUE(value) #value
#define TEXT_OF(macro) TEXT_OF_VALUE(macro)

// Reads the words of PLAN in the order of the struct; what is left out at its end is 0.
struct PlanReader {
  const char *text;

  __host__ __device__ constexpr unsigned next() {
    unsigned word = 0;
    for (; *text >= '0' && *text <= '9'; text++) word = word * 10 + (*text - '0');
    if (*text == '_') text++;
    return word;
  }
  template <int N>
  __host__ __device__ constexpr void fill(unsigned (&words)[N]) {
    for (unsigned &word : words) word = next();
  }
  __host__ __device__ constexpr void fill(Side &side) {
    side.vector = next();
    fill(side.extent);
    fill(side.globalStride);
    fill(side.sharedStride);
    fill(side.step);
    fill(side.below);
  }
};

__host__ __device__ constexpr Plan compiledPlan() {
  PlanReader reader{TEXT_OF(PLAN)};
  Plan plan{};
  plan.elements = reader.next();
  plan.modes = reader.next();
  plan.dims = reader.next();
  plan.raggeds = reader.next();
  plan.xorBits = reader.next();
  reader.fill(plan.in);
  reader.fill(plan.out);
  for (XorBit &bit : plan.xorBit) bit = {reader.next(), reader.next()};
  for (Ragged &ragged : plan.ragged) ragged = {reader.next(), reader.next(), reader.next(), reader.next()};
  for (Blocks &blocks : plan.blocks) blocks = {reader.next(), reader.next(), reader.next()};
  return plan;
}
#endif

// Where a CTA's block starts in input and output, and how far it goes along ragged dimensions.
struct Block {
  unsigned in = 0, out = 0;
  bool isRagged = false;
  unsigned extent[MAX_RAGGED];

  __device__ Block(const Plan &plan, unsigned number) {
    for (int i = 0; i < MAX_RAGGED; i++) {
      if (i >= plan.raggeds) break;
      const Ragged &ragged = plan.ragged[i];
      bool isLast = number / ragged.below % ragged.blocks == ragged.blocks - 1;
      extent[i] = isLast ? ragged.last : ragged.extent;
      isRagged |= isLast;
    }
#pragma unroll
    for (int dim = 0; dim < MAX_DIMS; dim++) {
      if (dim >= plan.dims) break;
      unsigned index = number % plan.blocks[dim].count;
      number /= plan.blocks[dim].count;
      in += index * plan.blocks[dim].inStride;
      out += index * plan.blocks[dim].outStride;
    }
  }

  // Elements beyond a ragged end are in no tensor. Only blocks at such an end divide.
  __device__ bool has(const Plan &plan, const Side &side, unsigned element) const {
    if (!isRagged) return true;
    for (int i = 0; i < MAX_RAGGED; i++)
      if (i < plan.raggeds && element / side.below[i] % plan.ragged[i].extent >= extent[i]) return false;
    return true;
  }
};

#if POSITIONS == TABLES

// Looks up what its side of the tables says of one element after another.
class Walk {
  SideTables tables;
  unsigned element;

 public:
  __device__ Walk(const Plan &, const Side &, SideTables tables, unsigned element)
      : tables(tables), element(element) {}
  __device__ unsigned global() const { return tables.global[element]; }
  __device__ unsigned place() const { return tables.shared[element]; }
  __device__ void toNext() { element++; }
  __device__ void skip(unsigned elements) { element += elements; }
};

constexpr int UNROLLED = VECTOR;

#else

// Divides once, at the start; from there on digits count, and carry into the next one like an odometer's.
class Walk {
  const Plan &plan;
  const Side &side;
  unsigned digit[MAX_MODES];
  unsigned globalOffset, sharedOffset;

 public:
  __device__ Walk(const Plan &plan, const Side &side, SideTables, unsigned element) : plan(plan), side(side) {
    globalOffset = sharedOffset = 0;
#pragma unroll
    for (int mode = 0; mode < MAX_MODES; mode++) {
      if (mode >= plan.modes) break;
      set(mode, element % side.extent[mode]);
      element /= side.extent[mode];
    }
  }

  __device__ unsigned global() const { return globalOffset; }

  __device__ unsigned place() const {
    unsigned place = sharedOffset;
#pragma unroll
    for (int i = 0; i < MAX_XOR_BITS; i++) {
      if (i >= plan.xorBits) break;
      place ^= (__popc(sharedOffset & plan.xorBit[i].mask) & 1) << plan.xorBit[i].bit;
    }
    return place;
  }

  __device__ void toNext() { count<false>(1); }
  // The plan has the digits of what all threads take at once.
  __device__ void skip(unsigned) { count<true>(0); }

 private:
  template <bool addsStep>
  __device__ void count(unsigned carry) {
    globalOffset = sharedOffset = 0;
#pragma unroll
    for (int mode = 0; mode < MAX_MODES; mode++) {
      if (mode >= plan.modes) break;
      unsigned next = digit[mode] + carry + (addsStep ? side.step[mode] : 0);
      carry = next >= side.extent[mode];
      set(mode, carry ? next - side.extent[mode] : next);
    }
  }

  __device__ void set(int mode, unsigned value) {
    digit[mode] = value;
    globalOffset += value * side.globalStride[mode];
    sharedOffset += value * side.sharedStride[mode];
  }
};
constexpr int UNROLLED = 1;

#endif

// Elements that a thread has under way before it waits for one. Who counts by a plan that is an argument is busy with that.
constexpr unsigned AT_ONCE = POSITIONS == TABLES || BINDING == CONSTANTS ? 4 : 1;

// What a lane moves in one access to global memory: a queue in registers.
template <unsigned V>
struct alignas(V * sizeof(Element)) Elements {
  Element element[V];

  __device__ Element pop() {
    Element first = element[0];
#pragma unroll
    for (unsigned i = 1; i < V; i++) element[i - 1] = element[i];
    return first;
  }
  __device__ void push(Element last) {
#pragma unroll
    for (unsigned i = 1; i < V; i++) element[i - 1] = element[i];
    element[V - 1] = last;
  }
};

// Where the next elements of a thread lie, as many as it has under way at once.
struct Positions {
  bool has[AT_ONCE];
  unsigned global[AT_ONCE], place[AT_ONCE];

  __device__ Positions(const Plan &plan, const Side &side, const Block &block, Walk &walk, unsigned first) {
#pragma unroll
    for (unsigned i = 0; i < AT_ONCE; i++, first += blockDim.x, walk.skip(blockDim.x)) {
      has[i] = (i == 0 || first < plan.elements) && block.has(plan, side, first);
      if (!has[i]) continue;
      global[i] = walk.global();
      keepOrder();
      place[i] = walk.place();
      keepOrder();
    }
  }
};
