// Two dimensions through a tile in shared memory: the fastest of the input and the fastest of the output, as if each pair
// of them were a matrix to transpose; the grid counts through all the others. Made for two long ones: lanes beyond the end
// of a short one have nothing to do.
#include "permute.cuh"

constexpr unsigned LANES = 32;
constexpr unsigned WARPS = 8;
constexpr unsigned MAX_DIMS = 10;  // besides these two

// A side is a line of global memory, 128 bytes, and at least a warp.
constexpr unsigned TILE = ELEMENT_BYTES < 4 ? 128 / ELEMENT_BYTES : LANES;
// Each row starts one bank after the row above (elements wider than a bank: one element), so a column meets every bank.
constexpr unsigned PITCH = TILE + (ELEMENT_BYTES < 4 ? 4 / ELEMENT_BYTES : 1);
constexpr unsigned ROWS_PER_WARP = TILE / WARPS;

// The matrix's columns run along the fastest dimension of the output, its rows along that of the input. Strides count
// elements; those along these two dimensions are 1.
struct Matrices {
  unsigned rows, columns;
  unsigned rowStride;     // in the input
  unsigned columnStride;  // in the output
  unsigned dims;          // besides these two
  unsigned extent[MAX_DIMS];
  unsigned inStride[MAX_DIMS];
  unsigned outStride[MAX_DIMS];
};

extern "C" __global__ void __launch_bounds__(WARPS* LANES)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Matrices matrices) {
  __shared__ Element tile[TILE][PITCH];
  const auto& [rows, columns, rowStride, columnStride, dims, extent, inStride, outStride] = matrices;
  const unsigned lane = threadIdx.x % LANES;
  const unsigned warp = threadIdx.x / LANES;

  // The CTA's tile, and the matrix that it is of.
  const unsigned tilesAcross = (columns + TILE - 1) / TILE;
  const unsigned tilesDown = (rows + TILE - 1) / TILE;
  unsigned number = blockIdx.x;
  const unsigned left = number % tilesAcross * TILE;
  number /= tilesAcross;
  const unsigned top = number % tilesDown * TILE;
  number /= tilesDown;
#pragma unroll 1
  for (unsigned dim = 0; dim < dims; dim++) {
    in += number % extent[dim] * inStride[dim];
    out += number % extent[dim] * outStride[dim];
    number /= extent[dim];
  }

  // A warp reads rows of the input, and stores them as rows of the tile. All its loads are under way before it waits.
#pragma unroll 1
  for (unsigned x = lane; x < TILE; x += LANES) {
    Element held[ROWS_PER_WARP];
#pragma unroll
    for (unsigned i = 0; i < ROWS_PER_WARP; i++) {
      const unsigned y = warp + i * WARPS;
      if (top + y < rows && left + x < columns) held[i] = in[(top + y) * rowStride + (left + x)];
    }
#pragma unroll
    for (unsigned i = 0; i < ROWS_PER_WARP; i++) {
      const unsigned y = warp + i * WARPS;
      if (top + y < rows && left + x < columns) tile[y][x] = held[i];
    }
  }

  // The columns to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

  // A warp loads columns of the tile, and writes them as rows of the output.
#pragma unroll 1
  for (unsigned y = lane; y < TILE; y += LANES) {
#pragma unroll
    for (unsigned i = 0; i < ROWS_PER_WARP; i++) {
      const unsigned x = warp + i * WARPS;
      if (top + y < rows && left + x < columns) out[(left + x) * columnStride + (top + y)] = tile[y][x];
    }
  }
}
