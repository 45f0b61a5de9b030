// Known wrong: the launch pays for pads and stores with them, but loads from where elements would lie without any. It
// finds other elements there, and pads that nobody has stored.
#include "block.cuh"

// Global memory to shared memory, in the order of the input: an element in each access. No load waits for another one.
__device__ void readElements(Element *tile, const Element *in, const Plan &plan, const Block &block, Walk walk) {
#pragma unroll 1
  for (unsigned first = threadIdx.x; first < plan.elements; first += blockDim.x * AT_ONCE) {
    const Positions at(plan, plan.in, block, walk, first);
    Element held[AT_ONCE];
#pragma unroll
    for (unsigned i = 0; i < AT_ONCE; i++)
      if (at.has[i]) held[i] = in[block.in + at.global[i]];
#pragma unroll
    for (unsigned i = 0; i < AT_ONCE; i++)
      if (at.has[i]) tile[at.place[i]] = held[i];
  }
}

// The same, where `V` elements of a lane lie side by side in global memory.
template <unsigned V>
__device__ void readVectors(Element *tile, const Element *in, const Plan &plan, const Block &block, Walk walk) {
#pragma unroll 1
  for (unsigned first = threadIdx.x * V; first < plan.elements; first += blockDim.x * V, walk.skip(blockDim.x * V)) {
    if (!block.has(plan, plan.in, first)) continue;
    auto read = *reinterpret_cast<const Elements<V> *>(in + block.in + walk.global());
    keepOrder();
    Walk each = walk;
#pragma unroll UNROLLED
    for (unsigned k = 0; k < V; k++, each.toNext()) tile[each.place()] = read.pop();
  }
}

// Shared memory to global memory, in the order of the output.
__device__ void writeElements(Element *out, const Element *tile, const Plan &plan, const Block &block, Walk walk) {
#pragma unroll 1
  for (unsigned first = threadIdx.x; first < plan.elements; first += blockDim.x * AT_ONCE) {
    const Positions at(plan, plan.out, block, walk, first);
    Element held[AT_ONCE];
#pragma unroll
    for (unsigned i = 0; i < AT_ONCE; i++)
      if (at.has[i]) held[i] = tile[at.place[i]];
#pragma unroll
    for (unsigned i = 0; i < AT_ONCE; i++)
      if (at.has[i]) out[block.out + at.global[i]] = held[i];
  }
}

// The same, where `V` elements of a lane lie side by side in global memory.
template <unsigned V>
__device__ void writeVectors(Element *out, const Element *tile, const Plan &plan, const Block &block, Walk walk) {
#pragma unroll 1
  for (unsigned first = threadIdx.x * V; first < plan.elements; first += blockDim.x * V, walk.skip(blockDim.x * V)) {
    if (!block.has(plan, plan.out, first)) continue;
    Elements<V> write;
    Walk each = walk;
#pragma unroll UNROLLED
    for (unsigned k = 0; k < V; k++, each.toNext()) {
      write.push(tile[each.place()]);
      keepOrder();
    }
    *reinterpret_cast<Elements<V> *>(out + block.out + walk.global()) = write;
  }
}

extern "C" __global__ void __launch_bounds__(THREADS)
permute(Element *out, const Element *in, Tables tables, const unsigned *unpadded PLAN_ARGUMENT) {
  PLAN_CONSTANT
  // The launch allots the block and its pads.
  extern __shared__ uint4 shared[];
  Element *tile = reinterpret_cast<Element *>(shared);
  Block block(plan, blockIdx.x);

  if (VECTOR == 1 || plan.in.vector == 1)
    readElements(tile, in, plan, block, Walk(plan, plan.in, tables.in, threadIdx.x));
  else
    readVectors<VECTOR>(tile, in, plan, block, Walk(plan, plan.in, tables.in, threadIdx.x * VECTOR));

  // What a thread loads next was stored by others.
  __syncthreads();

  // Wrong: not `tables.out.shared`.
  SideTables load{tables.out.global, unpadded};

  if (VECTOR == 1 || plan.out.vector == 1)
    writeElements(out, tile, plan, block, Walk(plan, plan.out, load, threadIdx.x));
  else
    writeVectors<VECTOR>(out, tile, plan, block, Walk(plan, plan.out, load, threadIdx.x * VECTOR));
}
