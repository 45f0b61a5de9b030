// Integer division by zero: PTX leaves the result open.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 64, "init": {"kind": "iota", "start": 0}}]}

extern "C" __global__ void right(int* out, const int* in) {
  const int n = in[threadIdx.x];
  out[threadIdx.x] = n == 0 ? 0 : 100 / n;
}

extern "C" __global__ void wrong(int* out, const int* in) {
  out[threadIdx.x] = 100 / in[threadIdx.x];  //! hazard divisionByZero
}

extern "C" __global__ void rightNotKept(int* out, const int* in) {
  const int quotient = 100 / in[threadIdx.x];
  if (threadIdx.x > 0) out[threadIdx.x] = quotient;
}

extern "C" __global__ void wrongRemainder(int* out, const int* in) {
  out[threadIdx.x] = 100 % in[threadIdx.x];  //! hazard divisionByZero
}

extern "C" __global__ void wrongDecides(int* out, const int* in) {
  if ((1000u / static_cast<unsigned>(in[threadIdx.x])) % 2 == 1) out[threadIdx.x] = 1;  //! hazard divisionByZero
}

extern "C" __global__ void rightDecidesNothing(int* out, const int* in) {
  const long long quotient = 1000ll / in[threadIdx.x];
  out[threadIdx.x] = in[threadIdx.x] == 0 ? 7 : static_cast<int>(quotient);
}

extern "C" __global__ void rightFloat(float* out, const int* in) {
  out[threadIdx.x] = 1.0f / in[threadIdx.x];
}
