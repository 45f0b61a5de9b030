// Structures of three words in rows: no access is as wide as one of them.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 5}, {"kind": "scalar", "type": "s32", "value": 64}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 960, "init": {"kind": "iota"}}]}

struct Best {
  int value, index, next;
};

extern "C" __global__ void rightBestOfColumn(int* out, const Best* in, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  Best best = in[column];
  for (int row = 1; row < rows; row++) {
    Best other = in[row * columns + column];
    if (other.value > best.value) best = {other.value, other.index, max(best.value, other.next)};
  }
  out[column] = best.value > best.next ? best.index : -1;
}

extern "C" __global__ void wrongBestOfColumn(int* out, const Best* in, int rows, int columns) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  Best best = in[column];
  for (int row = 1; row <= rows; row++) {
    Best other = in[row * columns + column];  //! fault outOfBounds
    if (other.value > best.value) best = {other.value, other.index, max(best.value, other.next)};
  }
  out[column] = best.value > best.next ? best.index : -1;
}
