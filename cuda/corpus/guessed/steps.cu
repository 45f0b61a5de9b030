// Loops over more than there are threads: their steps tell how many threads there are, and lengths are no multiple of these.
//! launch guessed

// 256 threads, as the loads of tiles have it, for tiles of 64 rows and 64 columns.
template <bool IsNext, bool Waits, bool IsByRows>
__device__ void product(float* c, const float* a, const float* b, int m, int n, int k) {
  __shared__ float as[2][16][68], bs[2][16][64];
  float sums[4][4] = {};
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row0 = blockIdx.y * 64, column0 = blockIdx.x * 64;
  auto load = [&](int stage, int k0) {
    for (int i = threadIdx.x; i < 1024; i += 256) {
      const int row = row0 + i / 16, depth = k0 + i % 16, depthOfB = k0 + i / 64, column = column0 + i % 64;
      as[stage][i % 16][i / 16] = row < m && depth < k ? a[row * k + depth] : 0.f;
      bs[stage][i / 64][i % 64] = depthOfB < k && column < n ? b[depthOfB * n + column] : 0.f;
    }
  };
  load(0, 0);
  __syncthreads();
  for (int k0 = 0, stage = 0; k0 < k; k0 += 16, stage ^= 1) {
    if (k0 + 16 < k) load(IsNext ? stage ^ 1 : stage, k0 + 16);
    for (int i = 0; i < 16; i++)
      for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) sums[y][x] += as[stage][i][ty * 4 + y] * bs[stage][i][tx * 4 + x];
    if (Waits) __syncthreads();
  }
  for (int y = 0; y < 4; y++)
    for (int x = 0; x < 4; x++) {
      const int row = row0 + ty * 4 + y, column = column0 + tx * 4 + x;
      if (row < m && column < n) c[row * (IsByRows ? m : n) + column] = sums[y][x];
    }
}

extern "C" __global__ void right(float* c, const float* a, const float* b, int m, int n, int k) {
  product<true, true, false>(c, a, b, m, n, k);
}

extern "C" __global__ void wrongStage(float* c, const float* a, const float* b, int m, int n, int k) {
  product<false, true, false>(c, a, b, m, n, k);  //! fault race
}

extern "C" __global__ void wrongNoBarrier(float* c, const float* a, const float* b, int m, int n, int k) {
  product<true, false, false>(c, a, b, m, n, k);  //! fault race
}

extern "C" __global__ void wrongPitch(float* c, const float* a, const float* b, int m, int n, int k) {
  product<true, true, true>(c, a, b, m, n, k);  //! fault race
}

// Pairs of elements, half a row apart, are turned in place.
extern "C" __global__ void rightTurned(float* q, const float* cosines, const float* sines, int heads, int size) {
  const int half = size / 2;
  float* own = q + (blockIdx.x * heads + blockIdx.y) * size;
  for (int i = threadIdx.x; i < half; i += blockDim.x) {
    const float c = cosines[i], s = sines[i], x = own[i], y = own[i + half];
    own[i] = x * c - y * s;
    own[i + half] = x * s + y * c;
  }
}

// With twice as many elements as threads, each thread would read only what it stores itself.
extern "C" __global__ void wrongTurned(float* q, const float* cosines, const float* sines, int heads, int size) {
  const int half = size / 2;
  float* own = q + (blockIdx.x * heads + blockIdx.y) * size;
  for (int i = threadIdx.x; i < size; i += blockDim.x) {
    const float c = cosines[i % half], s = sines[i % half], x = own[i], y = own[(i + half) % size];
    own[i] = i < half ? x * c - y * s : y * s + x * c;  //! fault race
  }
}

// 128 threads, for 256 elements of two floats: rounds that are unrolled halve and double the thread's number.
template <bool Waits>
__device__ void transform(float2* data) {
  __shared__ float2 s[256];
  const int t = threadIdx.x;
  float2* own = data + blockIdx.x * 256;
  for (int i = t; i < 256; i += 128) s[__brev(i) >> 24] = own[i];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2) {
    const int half = size / 2, k = t % half, at = t / half * size + k;
    float sine, cosine;
    __sincosf(-6.2831853f * k / size, &sine, &cosine);
    const float2 u = s[at], v = s[at + half];
    const float2 turned = {v.x * cosine - v.y * sine, v.x * sine + v.y * cosine};
    s[at] = {u.x + turned.x, u.y + turned.y};
    s[at + half] = {u.x - turned.x, u.y - turned.y};
    if (Waits || half < 32) __syncthreads();
  }
  for (int i = t; i < 256; i += 128) own[i] = s[i];
}

extern "C" __global__ void rightTransform(float2* data) { transform<true>(data); }

extern "C" __global__ void wrongTransform(float2* data) {
  transform<false>(data);  //! fault race
}
