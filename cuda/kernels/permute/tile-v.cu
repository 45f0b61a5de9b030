// Blocks with two long sides, moved by vectors on both: sixteen bytes wherever the two fastest dimensions are whole vectors.
// A block lies in shared memory as rows of the input; squares of vectors are turned in registers on the way out. One spare
// vector follows every square's rows: so lanes that load squares below each other start in different banks.
#include "blocks.cuh"
#include "turn.cuh"

constexpr unsigned MOST_THREADS = 128;  // a launch has as many as its blocks have work for
constexpr unsigned HELD = 8;             // vectors of a thread, all under way before it waits for one

// A block has `length` elements along each side. Loads count its vectors across, along the next dimension of the input, down,
// and along the next dimension of the output; stores count squares down, along the next dimension of the output, across, and
// along the next dimension of the input.
struct Tiles {
  unsigned vector;  // elements
  unsigned spare;   // vectors after the rows of a square: 0 where the banks differ without
  unsigned vectors, squares;
  Divisor loadAcross, loadAcrossNext, loadDown;
  Divisor storeDown, storeDownNext, storeAcross;
  unsigned inStride[SIDES];   // elements
  unsigned outStride[SIDES];  // elements
  Pieces pieces;
};

template <unsigned COUNT>
__device__ void moveBlock(Element* out, const Element* in, const Tiles& tiles) {
  constexpr unsigned SQUARES = (HELD + COUNT - 1) / COUNT;  // of a thread
  using Unit = Vector<COUNT>;
  extern __shared__ uint4 shared[];
  Unit* const tile = reinterpret_cast<Unit*>(shared);
  const unsigned rowVectors = tiles.loadAcross.divisor;
  const Block block = blockOf(blockIdx.x, tiles.pieces);
  in += block.in;
  out += block.out;

  Unit held[HELD];
  unsigned place[HELD];
  bool isInside[HELD];
#pragma unroll
  for (unsigned i = 0; i < HELD; i++) {
    const unsigned number = threadIdx.x + i * blockDim.x;
    unsigned rest = number;
    const unsigned across = takeDigit(rest, tiles.loadAcross);
    const unsigned acrossNext = takeDigit(rest, tiles.loadAcrossNext);
    const unsigned down = takeDigit(rest, tiles.loadDown);
    const unsigned downNext = rest;
    isInside[i] = number < tiles.vectors && across * COUNT < block.left[ACROSS] && acrossNext < block.left[ACROSS_NEXT] &&
                  down < block.left[DOWN] && downNext < block.left[DOWN_NEXT];
    // Squares lie on top of each other along both dimensions of the output, so their rows have one order.
    const unsigned row = (acrossNext * tiles.storeDownNext.divisor + downNext) * tiles.loadDown.divisor + down;
    place[i] = row * rowVectors + row / COUNT * tiles.spare + across;
    const unsigned element = across * COUNT + acrossNext * tiles.inStride[ACROSS_NEXT] + down * tiles.inStride[DOWN] +
                             downNext * tiles.inStride[DOWN_NEXT];
    if (isInside[i]) held[i].all = reinterpret_cast<const Unit*>(in + element)->all;
  }
#pragma unroll
  for (unsigned i = 0; i < HELD; i++)
    if (isInside[i]) tile[place[i]].all = held[i].all;

  // The squares to come were stored by other warps. Threads beyond the edge wait too.
  __syncthreads();

#pragma unroll
  for (unsigned i = 0; i < SQUARES; i++) {
    const unsigned number = threadIdx.x + i * blockDim.x;
    unsigned rest = number;
    const unsigned down = takeDigit(rest, tiles.storeDown);
    const unsigned downNext = takeDigit(rest, tiles.storeDownNext);
    const unsigned across = takeDigit(rest, tiles.storeAcross);
    const unsigned acrossNext = rest;
    if (number >= tiles.squares || across * COUNT >= block.left[ACROSS] || acrossNext >= block.left[ACROSS_NEXT] ||
        down * COUNT >= block.left[DOWN] || downNext >= block.left[DOWN_NEXT])
      continue;
    const unsigned squareRow =
        (acrossNext * tiles.storeDownNext.divisor + downNext) * tiles.storeDown.divisor + down;
    const unsigned first = squareRow * (COUNT * rowVectors + tiles.spare) + across;
    Unit rows[COUNT], turned[COUNT];
#pragma unroll
    for (unsigned r = 0; r < COUNT; r++) {
      rows[r].all = tile[first + r * rowVectors].all;
      keepOrder();
    }
    turn(turned, rows);
    const unsigned element = across * COUNT * tiles.outStride[ACROSS] + acrossNext * tiles.outStride[ACROSS_NEXT] +
                             down * COUNT + downNext * tiles.outStride[DOWN_NEXT];
#pragma unroll
    for (unsigned c = 0; c < COUNT; c++)
      reinterpret_cast<Unit*>(out + (element + c * tiles.outStride[ACROSS]))->all = turned[c].all;
  }
}

extern "C" __global__ void __launch_bounds__(MOST_THREADS)
permute(Element* __restrict__ out, const Element* __restrict__ in, const __grid_constant__ Tiles tiles) {
  // The widest vector, up to 16 bytes, of which both fastest dimensions are multiples: then all rows are aligned to it.
  switch (tiles.vector) {
    case 1: return moveBlock<1>(out, in, tiles);
#if ELEMENT_BYTES <= 8
    case 2: return moveBlock<2>(out, in, tiles);
#endif
#if ELEMENT_BYTES <= 4
    case 4: return moveBlock<4>(out, in, tiles);
#endif
#if ELEMENT_BYTES <= 2
    case 8: return moveBlock<8>(out, in, tiles);
#endif
#if ELEMENT_BYTES <= 1
    case 16: return moveBlock<16>(out, in, tiles);
#endif
  }
}
