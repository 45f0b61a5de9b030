// Rows that stay whole: the fastest dimension of the input is fastest in the output too, and rows only change their order.
// No shared memory: lanes write the output from end to end, and each finds where in the input its part of a row lies.
#include "permute.cuh"

constexpr unsigned THREADS = 256;
constexpr unsigned ACCESSES = 4;  // that a thread has under way at once
constexpr unsigned MAX_DIMS = 12;

// Everything counts units: what a lane moves in one access, an element or as many as make 16 bytes. Dimensions are those of
// the output, fastest first, so the first one runs along a row.
struct Rows {
  unsigned units, unitBytes, dims;
  unsigned extent[MAX_DIMS];
  unsigned stride[MAX_DIMS];  // in the input
  unsigned step[MAX_DIMS];    // THREADS units, as digits of these extents
  unsigned stepOffset;        // how far the input goes on with such a step, where no digit overflows
  unsigned carry[MAX_DIMS];   // and what it gains (modulo 2^32) when this digit overflows into the next
};

// Where in the input the units number `unit`, `unit + THREADS`, ... of the output lie. Only the first is found by division.
// The others are counted as by an odometer: a step is added digit by digit, and what overflows is carried.
__device__ void findUnits(unsigned (&offset)[ACCESSES], unsigned unit, const Rows& rows) {
  unsigned digit[MAX_DIMS];
  offset[0] = 0;
#pragma unroll
  for (unsigned dim = 0; dim < MAX_DIMS; dim++) {
    if (dim >= rows.dims) break;
    digit[dim] = unit % rows.extent[dim];
    unit /= rows.extent[dim];
    offset[0] += digit[dim] * rows.stride[dim];
  }
#pragma unroll
  for (unsigned access = 1; access < ACCESSES; access++) {
    offset[access] = offset[access - 1] + rows.stepOffset;
    bool carried = false;
#pragma unroll
    for (unsigned dim = 0; dim < MAX_DIMS; dim++) {
      if (dim >= rows.dims) break;
      digit[dim] += rows.step[dim] + carried;
      carried = digit[dim] >= rows.extent[dim];
      if (carried) {
        digit[dim] -= rows.extent[dim];
        offset[access] += rows.carry[dim];
      }
    }
  }
}

// All loads are under way before the first store waits for one.
template <typename Unit>
__device__ void moveUnits(Element* out, const Element* in, const unsigned (&offset)[ACCESSES], unsigned unit,
                          unsigned units) {
  Unit held[ACCESSES];
#pragma unroll
  for (unsigned access = 0; access < ACCESSES; access++)
    if (unit + access * THREADS < units) held[access] = reinterpret_cast<const Unit*>(in)[offset[access]];
#pragma unroll
  for (unsigned access = 0; access < ACCESSES; access++)
    if (unit + access * THREADS < units) reinterpret_cast<Unit*>(out)[unit + access * THREADS] = held[access];
}

extern "C" __global__ void __launch_bounds__(THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Rows rows) {
  const unsigned unit = blockIdx.x * (THREADS * ACCESSES) + threadIdx.x;
  unsigned offset[ACCESSES];
  findUnits(offset, unit, rows);
  // The widest access, up to 16 bytes, that a row is a multiple of: then all of its rows are aligned to it.
  switch (rows.unitBytes) {
    case 16: return moveUnits<uint4>(out, in, offset, unit, rows.units);
#if ELEMENT_BYTES < 16
    case 8: return moveUnits<uint2>(out, in, offset, unit, rows.units);
#endif
#if ELEMENT_BYTES < 8
    case 4: return moveUnits<unsigned>(out, in, offset, unit, rows.units);
#endif
#if ELEMENT_BYTES < 4
    case 2: return moveUnits<unsigned short>(out, in, offset, unit, rows.units);
#endif
#if ELEMENT_BYTES < 2
    case 1: return moveUnits<unsigned char>(out, in, offset, unit, rows.units);
#endif
  }
}
