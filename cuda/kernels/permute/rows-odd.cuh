// Rows that stay whole, and are no whole vectors: a thread writes sixteen aligned bytes of the output, wherever they begin in the
// input. It loads them by words, elements or four aligned bytes of smaller ones, of which it may need one more. The lines that its
// neighbours load, too, are in L1 then.
#pragma once
#include "odd.hpp"
#include "tile-v.cuh"

namespace lanescape {

constexpr unsigned ROWS_ODD_THREADS = 256;

// How many elements of the first vector of a row lie before it, if the row is to begin at number `to` of the output.
template <unsigned COUNT>
__device__ inline unsigned earlier(unsigned to) {
  return to % COUNT;
}

// The vector that begins at number `from` of the input.
template <typename Element, unsigned COUNT>
__device__ inline Vector<Element, COUNT> loadUnaligned(const Element* in, unsigned from) {
  constexpr unsigned WORD = sizeof(Element) < 4 ? 4 / sizeof(Element) : 1, WORDS = COUNT / WORD;
  using Word = Vector<Element, WORD>;
  const unsigned shift = from % WORD;
  const Word* const words = reinterpret_cast<const Word*>(in + (from - shift));
  Word word[WORDS + 1];
#pragma unroll
  for (unsigned k = 0; k < WORDS; k++) word[k].all = loadLast(&words[k].all);
  Vector<Element, COUNT> vector;
  if constexpr (WORD == 1) {
#pragma unroll
    for (unsigned k = 0; k < WORDS; k++) vector.element[k] = word[k].element[0];
  } else {
    word[WORDS] = word[0];
    if (shift > 0) word[WORDS].all = loadLast(&words[WORDS].all);
#pragma unroll
    for (unsigned k = 0; k < WORDS; k++)
      vector.word[k] = __funnelshift_r(word[k].all, word[k + 1].all, shift * sizeof(Element) * 8);
  }
  return vector;
}

template <typename Element>
__device__ void moveUnalignedRows(Element* out, const Element* in, const UnalignedRows& rows) {
  constexpr int COUNT = 16 / sizeof(Element);
  constexpr unsigned WORD = sizeof(Element) < 4 ? 4 / sizeof(Element) : 1;
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const bool isThere = row < rows.all;
  const int vector = static_cast<int>(takeDigit(row, rows.vectors));
  const TileStart start = tileStart(row, rows.grid);
  const int length = static_cast<int>(rows.length);
  // The element of the row that the vector begins with, which may lie before the first one.
  const int first = vector * COUNT - static_cast<int>(earlier<COUNT>(start.out));
  const unsigned from = start.in + first;
  // A word more may lie beyond the end of the tensor.
  const bool isWhole = first >= 0 && first + COUNT <= length && from + COUNT + WORD - 1 <= rows.elements;
  if (isThere && isWhole)
    reinterpret_cast<Vector<Element, COUNT>*>(out + (start.out + first))->all = loadUnaligned<Element, COUNT>(in, from).all;
  __syncwarp();
  // Both ends of a row may lie within a vector.
  if (isThere && !isWhole)
#pragma unroll 1
    for (int k = 0; k < COUNT; k++)
      if (first + k >= 0 && first + k < length) out[start.out + first + k] = in[from + k];
}

}  // namespace lanescape
