// Compaction in place: each CTA reads its elements, tells the next one how many before it stay, and writes what it keeps over
// elements that CTAs before it have read. Nothing but the flag keeps a write behind those reads.
#include <cuda/atomic>
//! launch {"grid": [4, 1, 1], "block": [16, 1, 1], "buffers": [{"name": "out", "type": "s32", "length": 96, "init": {"kind": "iota"}, "output": true}, {"name": "flags", "type": "s32", "length": 4, "init": {"kind": "zeros"}}], "params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "flags"}]}

using Ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
constexpr auto relaxed = cuda::memory_order_relaxed;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;

/** Elements kept by CTAs before this one; tells the next CTA how many there are with its own. */
__device__ int placesBefore(int* flags, int kept, cuda::memory_order load, cuda::memory_order store) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    int told = 1;
    if (blockIdx.x > 0)
      while ((told = Ref(flags[blockIdx.x - 1]).load(load)) == 0) {
      }
    Ref(flags[blockIdx.x]).store(told + kept, store);
    before = told - 1;
  }
  __syncthreads();
  return before;
}

__device__ void compact(int* out, int* flags, cuda::memory_order load, cuda::memory_order store) {
  const int value = out[blockIdx.x * 16 + threadIdx.x];
  const unsigned kept = __ballot_sync(0xffff, value % 3 != 0);
  const int place = __popc(kept & ((1 << threadIdx.x) - 1));
  const int before = placesBefore(flags, __popc(kept), load, store);
  if (value % 3 != 0) out[before + place] = value;
}

extern "C" __global__ void rightReleased(int* out, int* flags) { compact(out, flags, acquire, release); }

/** The reads are over when the flag goes out, since it depends on them; the manual promises that for each dependent read alone. */
extern "C" __global__ void wrongRelaxed(int* out, int* flags) {
  compact(out, flags, relaxed, relaxed);  //! hazard race
}

extern "C" __global__ void rightFences(int* out, int* flags) {
  const int value = out[blockIdx.x * 16 + threadIdx.x];
  const unsigned kept = __ballot_sync(0xffff, value % 3 != 0);
  __threadfence();
  const int before = placesBefore(flags, __popc(kept), relaxed, relaxed);
  __threadfence();
  if (value % 3 != 0) out[before + __popc(kept & ((1 << threadIdx.x) - 1))] = value;
}

/** Nothing waits for the reads: their values are used behind the flag. */
extern "C" __global__ void wrongUsedBehindTheFlag(int* out, int* flags) {
  const int value = out[blockIdx.x * 16 + threadIdx.x];  //! fault race
  const int before = placesBefore(flags, 8, relaxed, relaxed);
  if (threadIdx.x < 8) out[before + threadIdx.x] = value;
}

/** Nobody waits for the flag of the CTA that reads. */
extern "C" __global__ void wrongNoFlag(int* out, int* flags) {
  const int value = out[blockIdx.x * 16 + threadIdx.x];
  const unsigned kept = __ballot_sync(0xffff, value % 3 != 0);
  const int place = __popc(kept & ((1 << threadIdx.x) - 1));
  Ref(flags[blockIdx.x]).store(1, relaxed);
  if (value % 3 != 0) out[blockIdx.x * 10 + place] = value;  //! fault race
}

/** Some lanes read behind the flag. */
extern "C" __global__ void wrongReadBehindTheFlag(int* out, int* flags) {
  const int before = placesBefore(flags, 8, relaxed, relaxed);
  const int value = out[blockIdx.x * 16 + threadIdx.x];  //! fault race
  __syncthreads();
  if (threadIdx.x < 8) out[before + threadIdx.x] = value;
}
