// A sum behind a spin lock in device memory, one thread of each CTA.
//! launch {"grid": [6, 1, 1]}

__device__ int held;

__device__ void lock() {
  while (atomicCAS(&held, 0, 1) != 0) {
  }
}

extern "C" __global__ void right(int* out) {
  if (threadIdx.x == 0) {
    lock();
    __threadfence();
    out[0] += blockIdx.x;
    __threadfence();
    atomicExch(&held, 0);
  }
}

extern "C" __global__ void wrongNoFences(int* out) {
  if (threadIdx.x == 0) {
    lock();
    out[0] += blockIdx.x;  //! fault race, tried adding __threadfence() in front of each write of a flag
    atomicExch(&held, 0);
  }
}

extern "C" __global__ void wrongNoFenceBehindLock(int* out) {
  if (threadIdx.x == 0) {
    lock();
    out[0] += blockIdx.x;  //! hazard race
    __threadfence();
    atomicExch(&held, 0);
  }
}

extern "C" __global__ void wrongFencesOfTheCta(int* out) {
  if (threadIdx.x == 0) {
    lock();
    __threadfence_block();
    out[0] += blockIdx.x;  //! fault race
    __threadfence_block();
    atomicExch(&held, 0);
  }
}
