// The tile as 8x8 matrices of 2-byte elements, at the addresses where the pattern has their rows; out come the rows unswizzled.
#include "fill.cuh"

constexpr int MATRICES = 4;  // of one ldmatrix
constexpr int MATRIX_ROWS = 8;
constexpr int WORDS = CHUNK_BYTES / 4;  // of a matrix row

__device__ void loadMatrices(unsigned (&words)[MATRICES], const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(sharedAddress(row))
               : "memory");
}

extern "C" __global__ void __launch_bounds__(THREADS)
    swizzle(unsigned *out, const __grid_constant__ Tensor tensor, Tile tile, Start start) {
  clearWindow(tile);
  fillTile(tensor, tile, start);

  // Matrices are counted down the rows first. Lanes 8j to 8j + 7 have the rows of the j-th; beyond the last one it is read again.
  int lane = threadIdx.x % WARP, bands = tile.rows / MATRIX_ROWS, matrices = bands * (tile.rowBytes / CHUNK_BYTES);
  for (int first = threadIdx.x / WARP * MATRICES; first < matrices; first += THREADS / WARP * MATRICES) {
    int mine = min(first + lane / MATRIX_ROWS, matrices - 1);
    int row = mine % bands * MATRIX_ROWS + lane % MATRIX_ROWS;
    unsigned words[MATRICES];
    loadMatrices(words, window + offsetOf(tile, row, mine / bands * CHUNK_BYTES));

    // Each lane has got a word of each matrix: row lane / 4, word lane % 4.
    for (int j = 0; j < MATRICES && first + j < matrices; j++) {
      int matrix = first + j, line = matrix % bands * MATRIX_ROWS + lane / WORDS;
      out[(line * tile.rowBytes + matrix / bands * CHUNK_BYTES) / 4 + lane % WORDS] = words[j];
    }
  }
}
