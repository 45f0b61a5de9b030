// Algorithms that hand values from CTA to CTA through memory: look-back scans, partial tiles, tables and rings.
#include <cuda/atomic>
//! launch {"grid": [4, 1, 1], "block": [32, 1, 1]}

using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
using Wide = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
constexpr auto relaxed = cuda::memory_order_relaxed;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;

/** Status and value in one word: nothing else has to be ordered. */
extern "C" __global__ void rightPackedLookBack(int* out) {
  if (threadIdx.x != 0) return;
  auto* status = reinterpret_cast<unsigned long long*>(out + 16);
  unsigned long long before = 0;
  if (blockIdx.x > 0)
    while ((before = Wide(status[blockIdx.x - 1]).load(relaxed)) >> 32 == 0) {
    }
  const unsigned sum = static_cast<unsigned>(before) + blockIdx.x + 1;
  Wide(status[blockIdx.x]).store(1ull << 32 | sum, relaxed);
  out[blockIdx.x] = sum;
}

extern "C" __global__ void rightStatusBesideValue(int* out) {
  if (threadIdx.x != 0) return;
  int sum = blockIdx.x + 1;
  if (blockIdx.x > 0) {
    while (Ref(out[16 + blockIdx.x - 1]).load(acquire) == 0) {
    }
    sum += out[blockIdx.x - 1];
  }
  out[blockIdx.x] = sum;
  Ref(out[16 + blockIdx.x]).store(1, release);
}

extern "C" __global__ void wrongStatusBeforeValue(int* out) {
  if (threadIdx.x != 0) return;
  int sum = blockIdx.x + 1;
  if (blockIdx.x > 0) {
    while (Ref(out[16 + blockIdx.x - 1]).load(acquire) == 0) {
    }
    sum += out[blockIdx.x - 1];  //! fault race
  }
  Ref(out[16 + blockIdx.x]).store(1, release);
  out[blockIdx.x] = sum;
}

extern "C" __global__ void wrongStatusRelaxed(int* out) {
  if (threadIdx.x != 0) return;
  int sum = blockIdx.x + 1;
  if (blockIdx.x > 0) {
    while (Ref(out[16 + blockIdx.x - 1]).load(relaxed) == 0) {
    }
    sum += out[blockIdx.x - 1];  //! fault race
  }
  out[blockIdx.x] = sum;
  Ref(out[16 + blockIdx.x]).store(1, relaxed);
}

/** Stream-K: CTAs leave partial sums of a tile, and the last CTA adds them up. */
extern "C" __global__ void rightPartialTiles(int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x > 0) {
    atomicAdd(out + t, t + blockIdx.x);
    __threadfence();
    __syncthreads();
    if (t == 0) Ref(out[32]).fetch_add(1, release);
  } else {
    if (t == 0)
      while (Ref(out[32]).load(acquire) != 3) {
      }
    __syncthreads();
    out[33 + t % 31] = Ref(out[t % 31]).load(relaxed);
  }
}

extern "C" __global__ void wrongPartialTilesPlain(int* out) {
  const int t = threadIdx.x % 16;
  if (threadIdx.x >= 16) return;
  if (blockIdx.x > 0) {
    out[t] += t + blockIdx.x;  //! fault race
    __threadfence();
    __syncwarp(0xffff);
    if (t == 0) Ref(out[32]).fetch_add(1, release);
  } else {
    if (t == 0)
      while (Ref(out[32]).load(acquire) != 3) {
      }
    __syncwarp(0xffff);
    out[48 + t] = out[t];
  }
}

extern "C" __global__ void wrongPartialTilesTooEarly(int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 1) {
    out[t] = t;
    if (t == 0) Ref(out[32]).store(1, release);
  } else if (blockIdx.x == 0) {
    if (t == 0)
      while (Ref(out[32]).load(acquire) == 0) {
      }
    __syncthreads();
    // What one lane releases counts as released by its whole warp.
    out[33 + t % 31] = out[t % 31];  //! missed fault race: between warps the writes of all lanes count as before the release of one
  }
}

/** A table: who swaps the key in writes the value, and others wait for it. */
extern "C" __global__ void rightTable(int* out) {
  if (threadIdx.x != 0) return;
  const int key = blockIdx.x / 2 + 1;
  if (atomicCAS(out + key, 0, key) == 0) {
    out[16 + key] = 10 * key;
    Ref(out[32 + key]).store(1, release);
  } else {
    while (Ref(out[32 + key]).load(acquire) == 0) {
    }
    out[48 + blockIdx.x] = out[16 + key];
  }
}

extern "C" __global__ void wrongTableNoWait(int* out) {
  if (threadIdx.x != 0) return;
  const int key = blockIdx.x / 2 + 1;
  if (atomicCAS(out + key, 0, key) == 0)
    out[16 + key] = 10 * key;
  else
    out[48 + blockIdx.x] = out[16 + key];  //! fault race
}

/** A ring of two places between a producer and a consumer. */
template <bool Full, bool Empty>
__device__ void ring(int* out) {
  if (threadIdx.x != 0 || blockIdx.x > 1) return;
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    int* place = out + i % 2;
    if (blockIdx.x == 0) {
      while (Ref(out[9]).load(Empty ? acquire : relaxed) + 2 <= i) {
      }
      *place = i + 1;
      Ref(out[8]).store(i + 1, Full ? release : relaxed);
    } else {
      while (Ref(out[8]).load(Full ? acquire : relaxed) <= i) {
      }
      sum += *place;
      Ref(out[9]).store(i + 1, Empty ? release : relaxed);
    }
  }
  if (blockIdx.x == 1) out[16] = sum;
}

extern "C" __global__ void rightRing(int* out) { ring<true, true>(out); }

extern "C" __global__ void wrongRingFullRelaxed(int* out) {
  ring<false, true>(out);  //! fault race
}

extern "C" __global__ void wrongRingEmptyRelaxed(int* out) {
  ring<true, false>(out);  //! fault race
}
