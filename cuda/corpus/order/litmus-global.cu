// The litmus tests of the PTX memory model between CTAs: message passing by scopes and fences, chains over three CTAs, and
// tests without an order, which are right where every access is strong.
#include <cuda/atomic>
//! launch {"grid": [4, 1, 1], "block": [32, 1, 1]}

template <cuda::thread_scope S = cuda::thread_scope_device>
using Ref = cuda::atomic_ref<int, S>;

template <cuda::thread_scope S = cuda::thread_scope_device>
__device__ void tell(int* flag, cuda::memory_order order) {
  Ref<S>(*flag).store(1, order);
}

template <cuda::thread_scope S = cuda::thread_scope_device>
__device__ void await(int* flag, cuda::memory_order order) {
  while (Ref<S>(*flag).load(order) == 0) {
  }
}

constexpr auto relaxed = cuda::memory_order_relaxed;
constexpr auto acquire = cuda::memory_order_acquire;
constexpr auto release = cuda::memory_order_release;

extern "C" __global__ void rightMpSystem(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell<cuda::thread_scope_system>(out + 8, release);
  } else if (blockIdx.x == 1) {
    await<cuda::thread_scope_system>(out + 8, acquire);
    out[1] = out[0];
  }
}

extern "C" __global__ void rightMpFences(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    cuda::atomic_thread_fence(release, cuda::thread_scope_device);
    tell(out + 8, relaxed);
  } else if (blockIdx.x == 1) {
    await(out + 8, relaxed);
    cuda::atomic_thread_fence(acquire, cuda::thread_scope_device);
    out[1] = out[0];
  }
}

extern "C" __global__ void wrongMpRelaxedLoad(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, relaxed);
    out[1] = out[0];  //! hazard race, advice acquire
  }
}

extern "C" __global__ void wrongMpFenceOfTheBlock(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    cuda::atomic_thread_fence(release, cuda::thread_scope_block);
    tell(out + 8, relaxed);
  } else if (blockIdx.x == 1) {
    await(out + 8, relaxed);
    cuda::atomic_thread_fence(acquire, cuda::thread_scope_block);
    out[1] = out[0];  //! fault race
  }
}

extern "C" __global__ void wrongMpOtherFlag(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, relaxed);
    tell(out + 9, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, acquire);
    out[1] = out[0];  //! fault race
  }
}

extern "C" __global__ void wrongMpReadFirst(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    const int early = out[0];  //! fault race
    await(out + 8, acquire);
    out[1] = early;
  }
}

extern "C" __global__ void rightChainOfThree(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, acquire);
    tell(out + 9, release);
  } else if (blockIdx.x == 2) {
    await(out + 9, acquire);
    out[1] = out[0];
  }
}

extern "C" __global__ void wrongChainRelaxedMiddle(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, relaxed);
    tell(out + 9, relaxed);
  } else if (blockIdx.x == 2) {
    await(out + 9, acquire);
    out[1] = out[0];  //! fault race
  }
}

extern "C" __global__ void wrongChainNoAcquire(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, relaxed);
    tell(out + 9, release);
  } else if (blockIdx.x == 2) {
    await(out + 9, acquire);
    out[1] = out[0];  //! fault race
  }
}

extern "C" __global__ void rightIsa2(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, acquire);
    out[1] = 43;
    tell(out + 9, release);
  } else if (blockIdx.x == 2) {
    await(out + 9, acquire);
    out[2] = out[0] + out[1];
  }
}

extern "C" __global__ void wrongIsa2DataBehindFlag(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 8, release);
  } else if (blockIdx.x == 1) {
    await(out + 8, acquire);
    tell(out + 9, release);
    out[1] = 43;
  } else if (blockIdx.x == 2) {
    await(out + 9, acquire);
    out[2] = out[0] + out[1];  //! fault race
  }
}

extern "C" __global__ void rightWrc(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    tell(out, relaxed);
  } else if (blockIdx.x == 1) {
    await(out, relaxed);
    tell(out + 8, release);
  } else if (blockIdx.x == 2) {
    await(out + 8, acquire);
    out[16] = Ref<>(out[0]).load(relaxed);
  }
}

extern "C" __global__ void wrongWrcPlainRead(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    tell(out, relaxed);
  } else if (blockIdx.x == 1) {
    await(out, relaxed);
    tell(out + 8, release);
  } else if (blockIdx.x == 2) {
    await(out + 8, acquire);
    out[16] = out[0];  //! fault race
  }
}

extern "C" __global__ void rightSb(int* out) {
  if (threadIdx.x != 0 || blockIdx.x > 1) return;
  Ref<>(out[blockIdx.x]).store(1, relaxed);
  out[8 + blockIdx.x] = Ref<>(out[1 - blockIdx.x]).load(relaxed);
}

extern "C" __global__ void wrongSbPlain(int* out) {
  if (threadIdx.x != 0 || blockIdx.x > 1) return;
  out[blockIdx.x] = 1;
  out[8 + blockIdx.x] = out[1 - blockIdx.x];  //! fault race
}

extern "C" __global__ void wrongSbFencesOnly(int* out) {
  if (threadIdx.x != 0 || blockIdx.x > 1) return;
  out[blockIdx.x] = 1;
  __threadfence();
  out[8 + blockIdx.x] = out[1 - blockIdx.x];  //! fault race
}

extern "C" __global__ void rightLb(int* out) {
  if (threadIdx.x != 0 || blockIdx.x > 1) return;
  out[8 + blockIdx.x] = Ref<>(out[blockIdx.x]).load(relaxed);
  Ref<>(out[1 - blockIdx.x]).store(1, relaxed);
}

extern "C" __global__ void wrongLbOnePlain(int* out) {
  if (threadIdx.x != 0 || blockIdx.x > 1) return;
  out[8 + blockIdx.x] = Ref<>(out[blockIdx.x]).load(relaxed);
  out[1 - blockIdx.x] = 1;  //! fault race
}

extern "C" __global__ void rightIriw(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 2) {
    tell(out + blockIdx.x, relaxed);
  } else {
    const int first = blockIdx.x - 2;
    out[8 + 2 * first] = Ref<>(out[first]).load(acquire);
    out[9 + 2 * first] = Ref<>(out[1 - first]).load(relaxed);
  }
}

extern "C" __global__ void wrongIriwOfTheBlock(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x < 2) {
    tell<cuda::thread_scope_block>(out + blockIdx.x, relaxed);
  } else {
    const int first = blockIdx.x - 2;
    out[8 + 2 * first] = Ref<>(out[first]).load(acquire);  //! fault race
    out[9 + 2 * first] = Ref<>(out[1 - first]).load(relaxed);  //! fault race
  }
}
