// Elements narrower than a word, side by side.
//! launch {"grid": [2, 1, 1], "buffers": [{"name": "out", "type": "u8", "length": 256, "init": {"kind": "zeros"}}]}

extern "C" __global__ void right(unsigned char* out) {
  out[2 * threadIdx.x + blockIdx.x] = threadIdx.x;
}

extern "C" __global__ void wrong(unsigned char* out) {
  out[2 * threadIdx.x + blockIdx.x] = threadIdx.x;  //! fault race
  if (threadIdx.x == 0) out[2] = blockIdx.x + 5;  //! fault race
}
