// Blocks of elements turned in registers: a thread holds rows as vectors, and gets columns as vectors.
#pragma once

namespace lanescape {

template <unsigned BYTES>
struct WordOf;
template <>
struct WordOf<16> {
  using Type = uint4;
};
template <>
struct WordOf<8> {
  using Type = uint2;
};
template <>
struct WordOf<4> {
  using Type = unsigned;
};
template <>
struct WordOf<2> {
  using Type = unsigned short;
};
template <>
struct WordOf<1> {
  using Type = unsigned char;
};

// COUNT elements that one access moves.
template <typename Element, unsigned COUNT>
union Vector {
  static constexpr unsigned BYTES = COUNT * sizeof(Element);
  static constexpr unsigned WORD_BYTES = BYTES < 4 ? BYTES : 4;
  typename WordOf<BYTES>::Type all;
  Element element[COUNT];
  typename WordOf<WORD_BYTES>::Type word[BYTES / WORD_BYTES];
};

// Element r of turned[c] is element c of rows[r].
template <typename Element, unsigned ROWS, unsigned COLUMNS>
__device__ inline void turn(Vector<Element, ROWS> (&turned)[COLUMNS], const Vector<Element, COLUMNS> (&rows)[ROWS]) {
  constexpr unsigned DOWN = ROWS * sizeof(Element) / 4, ACROSS = COLUMNS * sizeof(Element) / 4;  // words
  constexpr unsigned PER_WORD = sizeof(Element) < 4 ? 4 / sizeof(Element) : 1;
  if constexpr (PER_WORD == 1 || DOWN == 0 || ACROSS == 0) {
#pragma unroll
    for (unsigned r = 0; r < ROWS; r++)
#pragma unroll
      for (unsigned c = 0; c < COLUMNS; c++) turned[c].element[r] = rows[r].element[c];
  } else {
    // Small squares of PER_WORD rows and one word of each: bytes are picked from two words at a time.
#pragma unroll
    for (unsigned down = 0; down < DOWN; down++)
#pragma unroll
      for (unsigned across = 0; across < ACROSS; across++) {
        unsigned from[PER_WORD], to[PER_WORD];
#pragma unroll
        for (unsigned i = 0; i < PER_WORD; i++) from[i] = rows[down * PER_WORD + i].word[across];
        if constexpr (PER_WORD == 2) {
          to[0] = __byte_perm(from[0], from[1], 0x5410);
          to[1] = __byte_perm(from[0], from[1], 0x7632);
        } else {
          const unsigned low[2] = {__byte_perm(from[0], from[1], 0x5140), __byte_perm(from[2], from[3], 0x5140)};
          const unsigned high[2] = {__byte_perm(from[0], from[1], 0x7362), __byte_perm(from[2], from[3], 0x7362)};
          to[0] = __byte_perm(low[0], low[1], 0x5410);
          to[1] = __byte_perm(low[0], low[1], 0x7632);
          to[2] = __byte_perm(high[0], high[1], 0x5410);
          to[3] = __byte_perm(high[0], high[1], 0x7632);
        }
#pragma unroll
        for (unsigned i = 0; i < PER_WORD; i++) turned[across * PER_WORD + i].word[down] = to[i];
      }
  }
}

}  // namespace lanescape
