// A skinny dimension, through registers alone. Where the fastest dimension of the input has K elements, 2 to 8, a warp reads
// 32 rows of K columns as they lie, into K registers a lane. Lanes exchange elements until each register of the warp is a
// column: a whole line of the output. For K = 2, with columns a and b:
//
//                 lane 0   1   2   3 ..                       0   1   2   3 ..                      0   1   2   3 ..
//     register 0      a0  b0  a1  b1     stays               a0  b0  a1  b1     odd lanes          a0 a16  a1 a17
//     register 1     a16 b16 a17 b17     of lane ^ 1        b16 a16 b17 a17     trade the two     b16  b0 b17  b1
//
// The rows are not in the order of the lanes, which costs nothing: what counts is which lines of memory a warp touches.
// Where the fastest dimension of the output is the skinny one, a warp reads columns, and goes the same way backwards.
#include "permute.cuh"

constexpr unsigned LANES = 32;
constexpr unsigned ALL_LANES = 0xffffffff;
constexpr unsigned WARPS = 8;
constexpr unsigned MAX_DIMS = 10;  // besides rows and columns

// The skinny dimension counts columns, the one beside it rows. Strides count elements.
struct Matrices {
  unsigned rows, columns;
  unsigned columnStride;  // on the side where a column is a line; on the other one a row is a line of `columns` elements
  unsigned readsColumns;  // whether the input is that side
  unsigned warps;         // that all matrices need
  unsigned dims;          // besides rows and columns
  unsigned extent[MAX_DIMS];
  unsigned inStride[MAX_DIMS];
  unsigned outStride[MAX_DIMS];
};

constexpr unsigned inverse(unsigned n, unsigned modulus) {
  unsigned i = 1;
  while (n * i % modulus != 1 % modulus) i++;
  return i;
}

// The whole warp must come here. A shuffle moves 4 bytes: an element of 8 takes two, one of 16 four.
__device__ Element fromLaneXor(Element element, unsigned mask) {
#if ELEMENT_BYTES <= 4
  return __shfl_xor_sync(ALL_LANES, element, mask);
#elif ELEMENT_BYTES == 8
  return {__shfl_xor_sync(ALL_LANES, element.x, mask), __shfl_xor_sync(ALL_LANES, element.y, mask)};
#else
  return {__shfl_xor_sync(ALL_LANES, element.x, mask), __shfl_xor_sync(ALL_LANES, element.y, mask),
          __shfl_xor_sync(ALL_LANES, element.z, mask), __shfl_xor_sync(ALL_LANES, element.w, mask)};
#endif
}

__device__ void swapIf(bool condition, Element& a, Element& b) {
  const Element kept = a;
  a = condition ? b : a;
  b = condition ? kept : b;
}

// 32 rows of K columns in a warp. A lane has K = GROUPS * ODD registers, GROUPS being a power of two. As the rows lie in
// memory, register r of lane l has element 32 * r + l of them. Since 32 is a multiple of GROUPS, these are columns of one
// residue modulo GROUPS only; and any ODD registers in a row have ODD different ones of them. So a lane misses columns
// where K is even, and has all of them, in an order of its own, where K is odd: then nothing needs a shuffle.
template <unsigned K>
class Rows {
  static constexpr unsigned GROUPS = K & (0 - K);
  static constexpr unsigned ODD = K / GROUPS;
  static constexpr unsigned INVERSE = inverse(LANES / GROUPS, ODD);

  const unsigned lane;

  // By how many registers a group lies further on in this lane than in lane 0.
  __device__ unsigned turned() const { return lane / GROUPS * (ODD - INVERSE) % ODD; }

 public:
  Element held[K] = {};

  __device__ explicit Rows(unsigned lane) : lane(lane) {}

  // Group g comes from lane ^ g: then a lane has one element of every column. Again, and it is as before.
  __device__ void shuffle() {
#pragma unroll
    for (unsigned r = ODD; r < K; r++) held[r] = fromLaneXor(held[r], r / ODD);
  }

  // Groups trade places until group g has the columns of residue g. Again, and it is as before. A register has no address
  // that a lane could compute, so each bit of the distance is a conditional swap of all of them.
  __device__ void trade() {
#pragma unroll
    for (unsigned bit = 1; bit < GROUPS; bit *= 2)
#pragma unroll
      for (unsigned r = 0; r < K; r++)
        if ((r / ODD & bit) == 0) swapIf(lane & bit, held[r], held[r + bit * ODD]);
  }

  // The registers of each group turn until a column is in the same register of every lane, or back.
  __device__ void turn(bool back) {
    const unsigned by = (back ? ODD - turned() : turned()) % ODD;
#pragma unroll
    for (unsigned bit = 1; bit < ODD; bit *= 2) {
      Element old[K];
#pragma unroll
      for (unsigned r = 0; r < K; r++) old[r] = held[r];
#pragma unroll
      for (unsigned r = 0; r < K; r++)
        if (by & bit) held[r] = old[r / ODD * ODD + (r + bit) % ODD];
    }
  }

  // The register that has a column in the end: the compiler knows it.
  __device__ Element& column(unsigned column) { return held[column % GROUPS * ODD + column / GROUPS * INVERSE % ODD]; }

  // And the row that this lane has of it.
  __device__ unsigned row(unsigned column) const {
    const unsigned group = (column ^ lane) % GROUPS;
    const unsigned r = group * ODD + (column / GROUPS * INVERSE + turned()) % ODD;
    return (LANES * r + (lane ^ group)) / K;
  }
};

// The 32 rows from `first` on. Beyond the end of the matrix nothing is read or written, but all lanes take part.
template <unsigned K>
__device__ void move(Element* out, const Element* in, const Matrices& matrices, unsigned first, unsigned lane) {
  Rows<K> rows(lane);
  if (matrices.readsColumns) {
#pragma unroll
    for (unsigned c = 0; c < K; c++) {
      const unsigned row = first + rows.row(c);
      if (row < matrices.rows) rows.column(c) = in[c * matrices.columnStride + row];
    }
    rows.turn(true);
    rows.trade();
    rows.shuffle();
#pragma unroll
    for (unsigned r = 0; r < K; r++) {
      const unsigned element = first * K + LANES * r + lane;
      if (element < matrices.rows * K) out[element] = rows.held[r];
    }
  } else {
#pragma unroll
    for (unsigned r = 0; r < K; r++) {
      const unsigned element = first * K + LANES * r + lane;
      if (element < matrices.rows * K) rows.held[r] = in[element];
    }
    rows.shuffle();
    rows.trade();
    rows.turn(false);
#pragma unroll
    for (unsigned c = 0; c < K; c++) {
      const unsigned row = first + rows.row(c);
      if (row < matrices.rows) out[c * matrices.columnStride + row] = rows.column(c);
    }
  }
}

extern "C" __global__ void __launch_bounds__(WARPS* LANES)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Matrices matrices) {
  const unsigned lane = threadIdx.x % LANES;

  // The warp's rows, and the matrix that they are of. A warp without rows leaves as a whole.
  unsigned number = blockIdx.x * WARPS + threadIdx.x / LANES;
  if (number >= matrices.warps) return;
  const unsigned warpsPerMatrix = (matrices.rows + LANES - 1) / LANES;
  const unsigned first = number % warpsPerMatrix * LANES;
  number /= warpsPerMatrix;
#pragma unroll 1
  for (unsigned dim = 0; dim < matrices.dims; dim++) {
    in += number % matrices.extent[dim] * matrices.inStride[dim];
    out += number % matrices.extent[dim] * matrices.outStride[dim];
    number /= matrices.extent[dim];
  }

  // Registers have to be named when the kernel is compiled, so there is one kernel for each K.
  switch (matrices.columns) {
    case 2: return move<2>(out, in, matrices, first, lane);
    case 3: return move<3>(out, in, matrices, first, lane);
    case 4: return move<4>(out, in, matrices, first, lane);
    case 5: return move<5>(out, in, matrices, first, lane);
    case 6: return move<6>(out, in, matrices, first, lane);
    case 7: return move<7>(out, in, matrices, first, lane);
    case 8: return move<8>(out, in, matrices, first, lane);
  }
}
