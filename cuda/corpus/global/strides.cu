// Arrays of three dimensions, each with its stride.
//! launch {"grid": [2, 3, 2], "block": [32, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 300, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 300, "init": {"kind": "iota", "start": 1}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}, {"kind": "scalar", "type": "s32", "value": 50}, {"kind": "scalar", "type": "s32", "value": 150}, {"kind": "scalar", "type": "s32", "value": 50}, {"kind": "scalar", "type": "s32", "value": 1}]}

extern "C" __global__ void rightInPlaces(int* out, const int* in, int n, int batches, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const int at = blockIdx.z * batches + blockIdx.y * rows + i * columns;
    out[at] = 2 * in[at];
  }
}

extern "C" __global__ void wrongColumnTooMany(int* out, const int* in, int n, int batches, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) {
    const int at = blockIdx.z * batches + blockIdx.y * rows + i * columns;
    out[at] = blockIdx.y + 2 * blockIdx.z;  //! fault race //! fault outOfBounds
  }
}

extern "C" __global__ void wrongNoBatch(int* out, const int* in, int n, int batches, int rows, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[blockIdx.y * rows + i * columns] = in[blockIdx.z * batches + blockIdx.y * rows + i * columns];  //! fault race
}
