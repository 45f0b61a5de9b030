// cuda::barrier and cuda::pipeline as their guide writes them.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 256, "init": {"kind": "iota", "start": 1}}]}
#pragma nv_diag_suppress static_var_with_dynamic_init
#include <cooperative_groups.h>

#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <new>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

extern "C" __global__ void rightBarrier(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    s[threadIdx.x] = in[threadIdx.x + 64 * i];
    barrier.arrive_and_wait();
    out[threadIdx.x] += s[63 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

extern "C" __global__ void wrongBarrierOnce(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    s[threadIdx.x] = in[threadIdx.x + 64 * i];  //! fault race
    barrier.arrive_and_wait();
    out[threadIdx.x] += s[63 - threadIdx.x];
  }
}

extern "C" __global__ void wrongCount(int* out, const int* in) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, 65);
  __syncthreads();
  barrier.arrive_and_wait();  //! fault deadlock
  out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void rightSplit(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  auto token = barrier.arrive();
  const int own = in[threadIdx.x + 64];
  barrier.wait(std::move(token));
  out[threadIdx.x] = s[63 - threadIdx.x] + own;
}

extern "C" __global__ void wrongSplitTooEarly(int* out, const int* in) {
  __shared__ Barrier barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  auto token = barrier.arrive();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault race
  barrier.wait(std::move(token));
}

extern "C" __global__ void rightPipeline(int* out, const int* in) {
  __shared__ int s[2][64];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&s[0][threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);
  pipeline.producer_commit();
  for (int i = 0; i < 4; i++) {
    if (i < 3) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&s[(i + 1) % 2][threadIdx.x], &in[64 * (i + 1) + threadIdx.x], sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    __syncthreads();
    out[threadIdx.x] += s[i % 2][63 - threadIdx.x];
    pipeline.consumer_release();
    __syncthreads();
  }
}

extern "C" __global__ void wrongPipelineNoBarrier(int* out, const int* in) {
  __shared__ int s[64];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  out[threadIdx.x] += s[63 - threadIdx.x];  //! fault race
  pipeline.consumer_release();
}

extern "C" __global__ void wrongPipelineNoWait(int* out, const int* in) {
  __shared__ int s[64];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipeline);
  pipeline.producer_commit();
  __syncthreads();
  out[threadIdx.x] += s[63 - threadIdx.x];  //! fault missingWait //! fault race
  pipeline.consumer_wait();
  pipeline.consumer_release();
}

extern "C" __global__ void rightBlockCopy(int* out, const int* in) {
  __shared__ alignas(16) int s[64];
  __shared__ Barrier barrier;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  cuda::memcpy_async(block, s, in, sizeof(s), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void wrongBlockCopyNoWait(int* out, const int* in) {
  __shared__ alignas(16) int s[64];
  __shared__ Barrier barrier;
  auto block = cooperative_groups::this_thread_block();
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  cuda::memcpy_async(block, s, in, sizeof(s), barrier);
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  //! fault missingWait //! fault race
  barrier.arrive_and_wait();
}

/** Room for a latch, which has no constructor without a count. */
template <cuda::thread_scope Scope>
struct Room {
  using Latch = cuda::latch<Scope>;
  alignas(Latch) unsigned char bytes[sizeof(Latch)];
  __device__ Latch& latch(int count) {
    if (threadIdx.x == 0) new (bytes) Latch(count);
    __syncthreads();
    return *reinterpret_cast<Latch*>(bytes);
  }
};

extern "C" __global__ void rightLatch(int* out, const int* in) {
  __shared__ Room<cuda::thread_scope_block> room;
  __shared__ int s[64];
  auto& latch = room.latch(64);
  s[threadIdx.x] = in[threadIdx.x];
  latch.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

/** A wait looks at the clock, and sleeps longer and longer. */
extern "C" __global__ void wrongLatch(int* out, const int* in) {
  __shared__ Room<cuda::thread_scope_block> room;
  auto& latch = room.latch(65);
  latch.arrive_and_wait();  //! fault deadlock
  out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void wrongDeviceBarrier(int* out, const int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_device> barrier;
  if (threadIdx.x == 0) init(&barrier, 65);
  __syncthreads();
  barrier.arrive_and_wait();  //! fault deadlock
  out[threadIdx.x] = in[threadIdx.x];
}

extern "C" __global__ void rightDeviceBarrier(int* out, const int* in) {
  __shared__ cuda::barrier<cuda::thread_scope_device> barrier;
  __shared__ int s[64];
  if (threadIdx.x == 0) init(&barrier, 64);
  __syncthreads();
  s[threadIdx.x] = in[threadIdx.x];
  barrier.arrive_and_wait();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

/** It gives up after a while: no deadlock. */
extern "C" __global__ void rightTimeOut(int* out, const int* in) {
  __shared__ Room<cuda::thread_scope_block> room;
  auto& latch = room.latch(65);
  latch.count_down();
  const long long start = clock64();
  while (!latch.try_wait() && clock64() - start < 1000000000) {
  }
  out[threadIdx.x] = in[threadIdx.x];
}

/** A stage is given back before it is read. The first acquisitions of a stage pass at once, as they should. */
extern "C" __global__ void wrongReleaseBeforeRead(int* out, const int* in) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int next = 0, tile = 0; tile < 4; tile++) {
    for (; next < 4 && next < tile + 2; next++) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, s[next % 2], in + 64 * next, sizeof(s[0]), pipeline);  //! fault race, advice __syncthreads
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    pipeline.consumer_release();
    out[threadIdx.x] += s[tile % 2][63 - threadIdx.x];  //! fault race, advice __syncthreads
  }
}

extern "C" __global__ void rightReleaseBehindRead(int* out, const int* in) {
  __shared__ int s[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  for (int next = 0, tile = 0; tile < 4; tile++) {
    for (; next < 4 && next < tile + 2; next++) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, s[next % 2], in + 64 * next, sizeof(s[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[threadIdx.x] += s[tile % 2][63 - threadIdx.x];
    pipeline.consumer_release();
  }
}
