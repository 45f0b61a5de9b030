// Places that come from memory: ends of ranges, permutations, starts of parts; and what a thread does with true and false.
//! launch guessed

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void rightSegments(float* x, const int* ends, const float* factors) {
  const int s = blockIdx.x;
  for (int i = ends[s] + threadIdx.x; i < ends[s + 1]; i += blockDim.x) x[i] *= factors[s];
}

extern "C" __global__ void wrongLastOfSegments(float* x, const int* ends, const float* factors) {
  const int s = blockIdx.x;
  for (int i = ends[s] + threadIdx.x; i <= ends[s + 1]; i += blockDim.x) x[i] *= factors[s];  //! fault race
}

// Sums of all lengths up to each: a segment begins where the one before ends.
extern "C" __global__ void rightSums(float* x, const int* sums, const float* factors) {
  const int s = blockIdx.x, first = s == 0 ? 0 : sums[s - 1];
  for (int i = first + threadIdx.x; i < sums[s]; i += blockDim.x) x[i] *= factors[s];
}

extern "C" __global__ void wrongSums(float* x, const int* sums, const float* factors) {
  const int s = blockIdx.x, first = s == 0 ? 0 : sums[s - 1];
  for (int i = first + threadIdx.x; i < sums[s] + 1; i += blockDim.x) x[i] *= factors[s];  //! fault race
}

extern "C" __global__ void rightPermutation(float* out, const float* in, const int* places, int n) {
  const int i = thread();
  if (i < n) out[places[i]] = in[i];
}

// Two of them go to each place.
extern "C" __global__ void wrongHalf(float* out, const float* in, const int* places, int n) {
  const int i = thread();
  if (i < n) out[places[i / 2]] = in[i];  //! fault race
}

extern "C" __global__ void rightPermutedRows(float* out, const float* in, const int* rows, int columns) {
  for (int i = threadIdx.x; i < columns; i += blockDim.x)
    out[rows[blockIdx.x] * columns + i] = in[blockIdx.x * columns + i];
}

extern "C" __global__ void wrongPermutedRows(float* out, const float* in, const int* rows, int columns) {
  for (int i = threadIdx.x; i <= columns; i += blockDim.x)
    out[rows[blockIdx.x] * columns + i] = in[blockIdx.x * columns + i];  //! fault outOfBounds //! hazard race
}

extern "C" __global__ void rightParts(int* out, const int* starts, const int* counts, int n) {
  const int i = thread();
  if (i < n)
    for (int k = 0; k < counts[i]; k++) out[starts[i] + k] = i;
}

// What several add to one element may meet.
extern "C" __global__ void rightAdded(float* out, const float* in, const int* places, int n) {
  const int i = thread();
  if (i < n) atomicAdd(&out[places[i]], in[i]);
}

extern "C" __global__ void wrongAdded(float* out, const float* in, const int* places, int n) {
  const int i = thread();
  if (i < n) out[places[i]] += in[i];  //! fault race
}

extern "C" __global__ void rightSecondHalf(float* out, const float* in, int n, bool isSecond) {
  const int i = thread();
  if (i < n) out[i] = in[i + isSecond * n];
}

// Nodes that nobody has visited have the distance -1.
extern "C" __global__ void rightFrontier(
    int* distances, const int* ends, const int* neighbours, const int* frontier, int* next, int* count, int n, int level) {
  const int i = thread();
  if (i >= n) return;
  const int node = frontier[i];
  for (int k = ends[node]; k < ends[node + 1]; k++) {
    const int other = neighbours[k];
    if (atomicCAS(&distances[other], -1, level) == -1) next[atomicAdd(count, 1)] = other;
  }
}

extern "C" __global__ void wrongFrontier(
    int* distances, const int* ends, const int* neighbours, const int* frontier, int* next, int* count, int n, int level) {
  const int i = thread();
  if (i >= n) return;
  const int node = frontier[i];
  for (int k = ends[node]; k < ends[node + 1]; k++) {
    const int other = neighbours[k];
    if (distances[other] == -1) {  //! fault race
      distances[other] = level;
      next[atomicAdd(count, 1)] = other;
    }
  }
}
