// Indices beside floats in one structure, and indices that count from a number of their own.
//! launch guessed

struct Sample {
  int first, second;
  float weight, rest;
};

extern "C" __global__ void rightBlend(float* out, const Sample* samples, const float* table, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Sample s = samples[i];
  out[i] = s.weight * table[s.first] + s.rest * table[s.second];
}

extern "C" __global__ void wrongBlend(float* out, const Sample* samples, const float* table, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Sample s = samples[i];
  out[s.first] = s.weight * table[s.first] + s.rest * table[s.second];  //! fault race
}

extern "C" __global__ void rightRows(float* out, const int* ends, const float* in, int first, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = ends[row] - first; i < ends[row + 1] - first; i++) sum += in[i];
  out[row] = sum;
}

extern "C" __global__ void wrongRows(float* out, const int* ends, const float* in, int first, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = ends[row] - first; i < ends[row + 1] - first; i++) sum += in[i];  //! fault outOfBounds
  if (row < rows) out[row] = sum;
}
