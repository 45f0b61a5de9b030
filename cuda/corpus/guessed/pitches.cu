// Matrices of as many rows as the code says, and pitches that are those of the other matrix.
//! launch guessed

__device__ int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

extern "C" __global__ void rightTranspose(float* out, const float* in, int width, int height) {
  const int x = column(), y = row();
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

extern "C" __global__ void wrongPitchOfColumns(float* out, const float* in, int width, int height) {
  const int x = column(), y = row();
  if (x < width && y < height) out[x * width + y] = in[y * width + x];  //! fault race
}

extern "C" __global__ void rightCopy(float* out, const float* in, int width, int height) {
  const int x = column(), y = row();
  if (x < width && y < height) out[y * width + x] = in[y * width + x];
}

extern "C" __global__ void wrongPitchOfRows(float* out, const float* in, int width, int height) {
  const int x = column(), y = row();
  if (x < width && y < height) out[y * height + x] = in[y * width + x];  //! fault race
}

extern "C" __global__ void wrongLoadByRows(float* out, const float* in, int width, int height) {
  const int x = column(), y = row();
  if (x < width && y < height) out[y * width + x] = in[y * height + x];  //! fault outOfBounds
}

extern "C" __global__ void wrongLoadByColumns(float* out, const float* in, int width, int height) {
  const int x = column(), y = row();
  if (x < width && y < height) out[y * width + x] = in[x * width + y];  //! fault outOfBounds
}

template <bool Exchanges>
__device__ void byTiles(float* out, const float* in, int width, int height, int pitch) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  const int right = Exchanges ? height : width, bottom = Exchanges ? width : height;
  for (int j = 0; j < 32; j += 8)
    if (x < right && y + j < bottom) out[(y + j) * pitch + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" __global__ void rightTiles(float* out, const float* in, int width, int height) {
  byTiles<true>(out, in, width, height, height);
}

extern "C" __global__ void wrongTilesPitch(float* out, const float* in, int width, int height) {
  byTiles<true>(out, in, width, height, width);  //! fault race
}

extern "C" __global__ void wrongTilesEdges(float* out, const float* in, int width, int height) {
  byTiles<false>(out, in, width, height, height);  //! fault race //! fault uninitialisedRead
}

extern "C" __global__ void rightProduct(float* c, const float* a, const float* b, int m, int n, int k) {
  const int x = column(), y = row();
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
  c[y * n + x] = sum;
}

extern "C" __global__ void wrongProduct(float* c, const float* a, const float* b, int m, int n, int k) {
  const int x = column(), y = row();
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
  c[y * m + x] = sum;  //! fault race
}

// The first factor is a square matrix: it has as many columns as the result has rows.
extern "C" __global__ void rightSquareFactor(float* c, const float* a, const float* b, int m, int n) {
  const int x = column(), y = row();
  if (x >= n || y >= m) return;
  float sum = 0;
  for (int i = 0; i < m; i++) sum += a[y * m + i] * b[i * n + x];
  c[y * n + x] = sum;
}

extern "C" __global__ void rightDistances(float* out, const float* in, int n) {
  const int x = column(), y = row();
  if (x < n && y < n) out[x * n + y] = fabsf(in[x] - in[y]);
}

extern "C" __global__ void rightPlanes(float* out, const float* in, int nx, int ny, int nz) {
  const int x = column(), y = row(), z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
}

extern "C" __global__ void wrongPlanes(float* out, const float* in, int nx, int ny, int nz) {
  const int x = column(), y = row(), z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) out[(z * nz + y) * nx + x] = in[(z * ny + y) * nx + x];  //! fault race
}

// Neighbours to both sides.
extern "C" __global__ void rightBox(float* out, const float* in, int width, int height, int radius) {
  const int x = column(), y = row();
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int j = -radius; j <= radius; j++)
    for (int i = -radius; i <= radius; i++)
      sum += in[min(max(y + j, 0), height - 1) * width + min(max(x + i, 0), width - 1)];
  out[y * width + x] = sum;
}
