// Known wrong: the vectorized transpose that forgets to turn its squares. Every access goes where it should, and each square
// arrives at its place with rows where columns belong: only the answer tells.
#include "turn.cuh"

namespace lanescape {

// The elements of the rows, one after the other.
template <typename Element, unsigned ROWS, unsigned COLUMNS>
__device__ inline void keep(Vector<Element, ROWS> (&kept)[COLUMNS], const Vector<Element, COLUMNS> (&rows)[ROWS]) {
#pragma unroll
  for (unsigned i = 0; i < ROWS * COLUMNS; i++) kept[i / ROWS].element[i % ROWS] = rows[i / COLUMNS].element[i % COLUMNS];
}

}  // namespace lanescape

#define turn keep
#include "vectorized.cu"
