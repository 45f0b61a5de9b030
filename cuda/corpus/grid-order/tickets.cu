// CTAs that draw the numbers of their tiles from a counter, as they come.
//! launch {"grid": [4, 1, 1], "block": [64, 1, 1], "buffers": [{"name": "in", "type": "s32", "length": 250, "init": {"kind": "iota", "start": 1}}, {"name": "out", "type": "s32", "length": 250, "init": {"kind": "poison"}, "output": true}, {"name": "sums", "type": "s32", "length": 4, "init": {"kind": "zeros"}}, {"name": "ready", "type": "s32", "length": 4, "init": {"kind": "zeros"}}, {"name": "counter", "type": "u32", "length": 1, "init": {"kind": "zeros"}}], "params": [{"kind": "pointer", "buffer": "in"}, {"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "sums"}, {"kind": "pointer", "buffer": "ready"}, {"kind": "pointer", "buffer": "counter"}, {"kind": "scalar", "type": "s32", "value": 250}]}

constexpr int TILE = 64;

__device__ int sumOf(int value, int* warps) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  return warps[0] + warps[1];
}

// Sums of all tiles up to one's own: each adds its own to that of the tile before.
template <bool IsFenced>
__device__ void addUp(const int* in, int* out, int* sums, int* ready, unsigned* counter, int n) {
  __shared__ int warps[2];
  __shared__ unsigned ticket;
  __shared__ int before;
  if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);
  __syncthreads();
  const int tile = ticket;
  const int i = TILE * tile + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  const int sum = sumOf(value, warps);
  if (threadIdx.x == 0) {
    while (tile > 0 && atomicAdd(&ready[tile - 1], 0) == 0) {
    }
    __threadfence();
    before = tile > 0 ? sums[tile - 1] : 0;
    sums[tile] = before + sum;
    if (IsFenced) __threadfence();
    atomicExch(&ready[tile], 1);
  }
  __syncthreads();
  if (i < n) out[i] = before + value;
}

extern "C" __global__ void rightTickets(const int* in, int* out, int* sums, int* ready, unsigned* counter, int n) {
  addUp<true>(in, out, sums, ready, counter, n);
}

extern "C" __global__ void wrongNoFence(const int* in, int* out, int* sums, int* ready, unsigned* counter, int n) {
  addUp<false>(in, out, sums, ready, counter, n);  //! fault race
}

extern "C" __global__ void wrongTicketUsedAtOnce(const int* in, int* out, int*, int*, unsigned* counter, int n) {
  __shared__ unsigned ticket;
  if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);
  const int i = TILE * ticket + threadIdx.x;  //! fault race
  if (i < n) out[i] = in[i];  //! hazard race
}

extern "C" __global__ void rightQueue(const int* in, int* out, int*, int*, unsigned* counter, int n) {
  __shared__ unsigned ticket;
  for (;;) {
    if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);
    __syncthreads();
    const int first = TILE * ticket;
    __syncthreads();
    if (first >= n) return;
    if (first + threadIdx.x < n) out[first + threadIdx.x] = 2 * in[first + threadIdx.x];
  }
}

extern "C" __global__ void wrongQueueOneBarrier(const int* in, int* out, int*, int*, unsigned* counter, int n) {
  __shared__ unsigned ticket;
  for (;;) {
    if (threadIdx.x == 0) ticket = atomicAdd(counter, 1);  //! fault race
    __syncthreads();
    const int first = TILE * ticket;
    if (first >= n) return;
    if (first + threadIdx.x < n) out[first + threadIdx.x] = 2 * in[first + threadIdx.x];
  }
}
