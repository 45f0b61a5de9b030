// Lanes and warps that store a float to one place. Sums of the same numbers in another order are as right as each other; values
// that lie near each other are not the same value.

__device__ float sumFrom(const float* parts, int first) {
  float sum = 0;
  for (int i = 0; i < 32; i++) sum += parts[(first + i) % 32];
  return sum;
}

extern "C" __global__ void wrongButRounding(int* out) {
  __shared__ float parts[32], sum[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) parts[lane] = 1.f / (lane + 3);
  __syncthreads();
  sum[warp] = sumFrom(parts, lane);  //! hazard race
  __syncwarp();
  out[threadIdx.x] = sum[warp] > 1;
}

extern "C" __global__ void wrongButCancelled(int* out) {
  __shared__ float parts[32], sum[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) parts[lane] = (lane % 2 ? 1.f : -1.f) / (lane / 2 + 3) + 1e-9f;
  __syncthreads();
  sum[warp] = sumFrom(parts, lane);  //! hazard race
  __syncwarp();
  out[threadIdx.x] = sum[warp] > 1;
}

extern "C" __global__ void wrongButRoundingOfWarps(int* out) {
  __shared__ float parts[32], sum;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) parts[lane] = 1.f / (lane + 3);
  __syncthreads();
  if (lane == 0) sum = sumFrom(parts, 7 * warp);  //! hazard race
  __syncthreads();
  out[threadIdx.x] = sum > 1;
}

extern "C" __global__ void rightOneLane(int* out) {
  __shared__ float parts[32], sum[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) parts[lane] = 1.f / (lane + 3);
  __syncthreads();
  if (lane == 0) sum[warp] = sumFrom(parts, lane);
  __syncwarp();
  out[threadIdx.x] = sum[warp] > 1;
}

// Some millionths apart.
extern "C" __global__ void wrongNear(int* out) {
  __shared__ float one[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  one[warp] = 1.f + lane * 1e-5f;  //! fault race
  __syncwarp();
  out[threadIdx.x] = one[warp] > 1;
}

// One of the numbers is left out.
extern "C" __global__ void wrongPartOfSum(int* out) {
  __shared__ float parts[32], sum[2];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (warp == 0) parts[lane] = lane == 0 ? 1e-4f : 1.f / lane;
  __syncthreads();
  const float whole = sumFrom(parts, 0);
  sum[warp] = lane == 0 ? whole - parts[0] : whole;  //! fault race
  __syncwarp();
  out[threadIdx.x] = sum[warp] > 1;
}

extern "C" __global__ void wrongNearOfWarps(int* out) {
  __shared__ float sum;
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) sum = 3.f + warp * 1e-4f;  //! fault race
  __syncthreads();
  out[threadIdx.x] = sum > 1;
}
