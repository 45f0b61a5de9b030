// Locks, semaphores and last blocks between CTAs by cuda::atomic_ref and libcu++: which orders they need.
#include <cuda/atomic>
#include <cuda/semaphore>
//! launch {"grid": [4, 1, 1]}

using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
using OfTheBlock = cuda::atomic_ref<int, cuda::thread_scope_block>;
constexpr auto relaxed = cuda::memory_order_relaxed;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;

template <class Lock = Ref>
__device__ void lock(int* word, cuda::memory_order order) {
  for (int free = 0; !Lock(*word).compare_exchange_weak(free, 1, order, relaxed); free = 0) {
  }
}

extern "C" __global__ void rightCasLock(int* out) {
  if (threadIdx.x != 0) return;
  lock(out + 1, acquire);
  out[0] += blockIdx.x;
  Ref(out[1]).store(0, release);
}

extern "C" __global__ void wrongUnlockRelaxed(int* out) {
  if (threadIdx.x != 0) return;
  lock(out + 1, acquire);
  out[0] += blockIdx.x;  //! fault race, advice __threadfence
  Ref(out[1]).store(0, relaxed);
}

extern "C" __global__ void wrongLockRelaxed(int* out) {
  if (threadIdx.x != 0) return;
  lock(out + 1, relaxed);
  out[0] += blockIdx.x;  //! hazard race, advice acquire
  Ref(out[1]).store(0, release);
}

extern "C" __global__ void wrongLockOfTheBlock(int* out) {
  if (threadIdx.x != 0) return;
  lock<OfTheBlock>(out + 1, acquire);  //! fault race
  out[0] += blockIdx.x;  //! fault race
  OfTheBlock(out[1]).store(0, release);
}

extern "C" __global__ void wrongTwoDoors(int* out) {
  if (threadIdx.x != 0) return;
  lock(out + 1 + blockIdx.x % 2, acquire);
  out[0] += blockIdx.x;  //! fault race
  Ref(out[1 + blockIdx.x % 2]).store(0, release);
}

__device__ cuda::binary_semaphore<cuda::thread_scope_device> door{1};

extern "C" __global__ void rightSemaphore(int* out) {
  if (threadIdx.x != 0) return;
  door.acquire();
  out[0] += blockIdx.x;
  door.release();
}

extern "C" __global__ void wrongSemaphoreReleasedEarly(int* out) {
  if (threadIdx.x != 0) return;
  door.acquire();
  const int sum = out[0] + blockIdx.x;  //! fault race
  door.release();
  out[0] = sum;  //! fault race
}

extern "C" __global__ void rightLastBlock(int* out) {
  if (threadIdx.x != 0) return;
  out[8 + blockIdx.x] = blockIdx.x + 1;
  if (Ref(out[1]).fetch_add(1, cuda::memory_order_acq_rel) != 3) return;
  for (int i = 0; i < 4; i++) out[0] += out[8 + i];
}

extern "C" __global__ void wrongLastBlockRelaxed(int* out) {
  if (threadIdx.x != 0) return;
  out[8 + blockIdx.x] = blockIdx.x + 1;
  if (Ref(out[1]).fetch_add(1, relaxed) != 3) return;
  for (int i = 0; i < 4; i++) out[0] += out[8 + i];  //! fault race
}

extern "C" __global__ void wrongLastBlockOnlyReleases(int* out) {
  if (threadIdx.x != 0) return;
  out[8 + blockIdx.x] = blockIdx.x + 1;
  if (Ref(out[1]).fetch_add(1, release) != 3) return;
  for (int i = 0; i < 4; i++) out[0] += out[8 + i];  //! hazard race, advice acquire
}

extern "C" __global__ void wrongLastBlockOnlyAcquires(int* out) {
  if (threadIdx.x != 0) return;
  out[8 + blockIdx.x] = blockIdx.x + 1;
  if (Ref(out[1]).fetch_add(1, acquire) != 3) return;
  for (int i = 0; i < 4; i++) out[0] += out[8 + i];  //! fault race
}

extern "C" __global__ void rightReadBypassingTheCache(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[8] = 42;
    Ref(out[1]).store(1, release);
  } else if (blockIdx.x == 1) {
    while (Ref(out[1]).load(acquire) == 0) {
    }
    out[0] = __ldcg(out + 8);
  }
}

extern "C" __global__ void wrongReadOnlyBehindFlag(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[8] = 42;
    Ref(out[1]).store(1, release);
  } else if (blockIdx.x == 1) {
    while (Ref(out[1]).load(acquire) == 0) {
    }
    out[0] = __ldg(out + 8);  //! fault readOnlyLoad
  }
}
