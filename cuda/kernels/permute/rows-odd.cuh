// Rows that stay whole, and are no whole vectors: a thread writes sixteen aligned bytes of the output, wherever they lie in the input:
// side by side, or at the end of one row and the start of another. It loads them by words, elements or four aligned bytes of smaller
// ones, of which it may need one more. The lines that its neighbours load, too, are in L1 then.
#pragma once
#include "odd.hpp"
#include "tile-v.cuh"

namespace lanescape {

constexpr unsigned ROWS_ODD_THREADS = 256;

// How many elements of a vector are of the row that it begins in, of which `left` are left.
template <unsigned COUNT>
__device__ inline unsigned inRow(unsigned left) {
  return min(left, COUNT);
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

// The vector whose first `count` elements begin at number `from` of the input; the others would, if they were whole, at number `other`.
template <typename Element, unsigned COUNT>
__device__ inline Vector<Element, COUNT> loadOfRows(const Element* in, unsigned from, unsigned other, unsigned count) {
  Vector<Element, COUNT> vector;
  if constexpr (sizeof(Element) >= 4) {
#pragma unroll
    for (unsigned k = 0; k < COUNT; k++) vector.element[k] = loadLast(in + (k < count ? from : other) + k);
  } else {
    vector = loadUnaligned<Element, COUNT>(in, from);
    if (count < COUNT) {
      const Vector<Element, COUNT> next = loadUnaligned<Element, COUNT>(in, other);
#pragma unroll
      for (unsigned w = 0; w < 4; w++) {
        // Bytes of the word that are of the first row.
        const int bytes = min(max(static_cast<int>(count * sizeof(Element) - 4 * w), 0), 4);
        const unsigned kept = bytes == 4 ? 0xffffffffu : (1u << 8 * bytes) - 1;
        vector.word[w] = (vector.word[w] & kept) | (next.word[w] & ~kept);
      }
    }
  }
  return vector;
}

// Rows that a vector holds the end of go on in the next row of the output, wherever that lies in the input.
template <typename Element>
__device__ void moveUnalignedRows(Element* out, const Element* in, const UnalignedRows& rows) {
  constexpr unsigned COUNT = 16 / sizeof(Element);
  // Aligned words of small elements reach beyond a vector.
  constexpr unsigned REACH = COUNT + (sizeof(Element) < 4 ? 4 / sizeof(Element) - 1 : 0);
  const unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * COUNT;
  unsigned row = at;
  const unsigned column = takeDigit(row, rows.length);
  const unsigned count = inRow<COUNT>(rows.length.divisor - column);
  const unsigned from = tileStart(row, rows.grid).in + column;
  unsigned other = from;
  if (count < COUNT) other = tileStart(row + 1, rows.grid).in - count;
  // At most two rows, and no word beyond the tensor.
  const bool isWhole = rows.length.divisor >= COUNT && at + COUNT <= rows.elements &&
                       (REACH == COUNT || max(from, other) + REACH <= rows.elements);
  if (isWhole)
    reinterpret_cast<Vector<Element, COUNT>*>(out + at)->all = loadOfRows<Element, COUNT>(in, from, other, count).all;
  __syncwarp();
  if (!isWhole)
#pragma unroll 1
    for (unsigned to = at; to < min(at + COUNT, rows.elements); to++) {
      unsigned its = to;
      const unsigned inIts = takeDigit(its, rows.length);
      out[to] = in[tileStart(its, rows.grid).in + inIts];
    }
}

}  // namespace lanescape
