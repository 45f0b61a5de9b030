// libcu++ where warps have roles: pipelines of producers and consumers, latches, barriers that threads leave.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#pragma nv_diag_suppress static_var_with_dynamic_init
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>

constexpr auto block = cuda::thread_scope_block;
using Barrier = cuda::barrier<block>;
using Latch = cuda::latch<block>;

/** A latch has no constructor that a shared variable could use. */
__device__ Latch& sharedLatch() {
  __shared__ alignas(Latch) unsigned char bytes[sizeof(Latch)];
  return *reinterpret_cast<Latch*>(bytes);
}

/** Warp 0 copies, warp 1 adds up. `Early`: it gives the stage back before it has read it. */
template <bool Early, bool Waits>
__device__ void roles(int* out, const int* in, int* stages, cuda::pipeline_shared_state<block, 2>* state) {
  const bool produces = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), state,
                                  produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    int* stage = stages + 32 * (i % 2);
    if (produces) {
      pipe.producer_acquire();
      cuda::memcpy_async(stage + lane, in + 32 * i + lane, 4, pipe);
      pipe.producer_commit();
    } else {
      if (Waits) pipe.consumer_wait();
      if (Early) pipe.consumer_release();
      sum += stage[31 - lane];
      if (!Early) pipe.consumer_release();
    }
  }
  if (!produces) out[lane] = sum;
}

extern "C" __global__ void rightRoles(int* out, const int* in) {
  __shared__ int stages[64];
  __shared__ cuda::pipeline_shared_state<block, 2> state;
  roles<false, true>(out, in, stages, &state);
}

extern "C" __global__ void wrongReleasedEarly(int* out, const int* in) {
  __shared__ int stages[64];
  __shared__ cuda::pipeline_shared_state<block, 2> state;
  roles<true, true>(out, in, stages, &state);  //! fault race
}

extern "C" __global__ void rightLatch(int* out, const int* in) {
  Latch& latch = sharedLatch();
  __shared__ int s[32];
  if (threadIdx.x == 0) new (&latch) Latch(32);
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] = in[threadIdx.x];
    latch.count_down();
  } else {
    latch.wait();
    out[threadIdx.x] = s[63 - threadIdx.x];
  }
}

extern "C" __global__ void wrongLatchCountedEarly(int* out, const int* in) {
  Latch& latch = sharedLatch();
  __shared__ int s[32];
  if (threadIdx.x == 0) new (&latch) Latch(32);
  __syncthreads();
  if (threadIdx.x < 32) {
    latch.count_down();
    s[threadIdx.x] = in[threadIdx.x];
  } else {
    latch.wait();
    out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race
  }
}

extern "C" __global__ void rightDrop(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 32) {
    barrier.arrive_and_drop();
    return;
  }
  barrier.arrive_and_wait();
  const int far = s[threadIdx.x + 32];
  barrier.arrive_and_wait();
  s[threadIdx.x] = far;
  barrier.arrive_and_wait();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

extern "C" __global__ void wrongLeftWithoutDrop(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 32) {
    (void)barrier.arrive();
    return;
  }
  barrier.arrive_and_wait();
  const int far = s[threadIdx.x + 32];
  barrier.arrive_and_wait();  //! fault deadlock
  out[threadIdx.x] = far;
}
