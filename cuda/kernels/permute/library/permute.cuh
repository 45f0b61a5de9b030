// Plans and launches permutations. Where no CUDA compiler reads it, it plans.
#pragma once
#include "plan.hpp"
#ifdef __CUDACC__
#include "../rows-odd.cuh"
#include "../rows-v.cuh"
#include "../tile-bulk.cuh"
#include "../tile-odd.cuh"
#include "../tile-short.cuh"
#include "../tile-v.cuh"

namespace lanescape {

template <typename Element>
__global__ void __launch_bounds__(TILE_THREADS<Element>, TILE_CTAS<Element>)
permuteTiles(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Tiles tiles) {
  moveTiles(out, in, tiles);
}

template <typename Element>
__global__ void __launch_bounds__(BULK_THREADS<Element>, 1)
permuteBulkTiles(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ BulkTiles tiles) {
  moveBulkTiles(out, in, tiles);
}

template <typename Element>
__global__ void __launch_bounds__(ODD_THREADS, ODD_CTAS<Element>)
permuteOddTiles(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ OddTiles tiles) {
  moveOddTiles(out, in, tiles);
}

template <typename Element>
__global__ void __launch_bounds__(SHORT_THREADS, SHORT_CTAS)
permuteShortTiles(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ ShortTiles tiles) {
  moveShortTiles(out, in, tiles);
}

template <typename Element>
__global__ void __launch_bounds__(ROWS_THREADS)
permuteRows(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Rows rows) {
  moveRows(out, in, rows);
}

template <typename Element>
__global__ void __launch_bounds__(ROWS_ODD_THREADS)
permuteOddRows(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ UnalignedRows rows) {
  moveUnalignedRows(out, in, rows);
}

template <typename Element>
cudaError_t launchAs(void* out, const void* in, const PermutePlan& plan, cudaStream_t stream) {
  auto* const to = static_cast<Element*>(out);
  const auto* const from = static_cast<const Element*>(in);
  if (plan.kind == PermutePlan::TILES)
    permuteTiles<<<plan.ctas, plan.threads, plan.sharedBytes, stream>>>(to, from, plan.tiles);
  else if (plan.kind == PermutePlan::BULK_TILES)
    permuteBulkTiles<<<plan.ctas, plan.threads, plan.sharedBytes, stream>>>(to, from, plan.bulkTiles);
  else if (plan.kind == PermutePlan::ODD_TILES)
    permuteOddTiles<<<plan.ctas, plan.threads, plan.sharedBytes, stream>>>(to, from, plan.oddTiles);
  else if (plan.kind == PermutePlan::SHORT_TILES)
    permuteShortTiles<<<plan.ctas, plan.threads, plan.sharedBytes, stream>>>(to, from, plan.shortTiles);
  else if (plan.kind == PermutePlan::ODD_ROWS)
    permuteOddRows<<<plan.ctas, plan.threads, 0, stream>>>(to, from, plan.oddRows);
  else
    permuteRows<<<plan.ctas, plan.threads, 0, stream>>>(to, from, plan.rows);
  return cudaGetLastError();
}

// Queues the move on a stream. Both tensors lie in device memory, aligned to 16 bytes, and do not overlap.
inline cudaError_t permute(void* out, const void* in, const PermutePlan& plan, cudaStream_t stream = nullptr) {
  if (plan.kind == PermutePlan::COPY)
    return cudaMemcpyAsync(out, in, plan.bytes, cudaMemcpyDeviceToDevice, stream);
  switch (plan.elementBytes) {
    case 1: return launchAs<unsigned char>(out, in, plan, stream);
    case 2: return launchAs<unsigned short>(out, in, plan, stream);
    case 4: return launchAs<unsigned>(out, in, plan, stream);
    case 8: return launchAs<uint2>(out, in, plan, stream);
    default: return launchAs<uint4>(out, in, plan, stream);
  }
}

}  // namespace lanescape
#endif
