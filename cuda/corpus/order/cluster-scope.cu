// Scopes between the CTA and the device: .cluster reaches the CTAs of one cluster, and no others.
//! launch {"grid": [4, 1, 1], "cluster": [2, 1, 1], "block": [32, 1, 1]}

__device__ void tell(int* flag) { asm volatile("st.release.cluster.global.s32 [%0], 1;" ::"l"(flag) : "memory"); }

__device__ void await(int* flag) {
  int value;
  do asm volatile("ld.acquire.cluster.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  while (value == 0);
}

__device__ void tellRelaxed(int* flag) { asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory"); }

__device__ void awaitRelaxed(int* flag) {
  int value;
  do asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  while (value == 0);
}

extern "C" __global__ void rightInCluster(int* out) {
  if (threadIdx.x != 0) return;
  int* own = out + 16 * (blockIdx.x / 2);
  if (blockIdx.x % 2 == 0) {
    own[0] = 42;
    tell(own + 1);
  } else {
    await(own + 1);
    own[2] = own[0];
  }
}

extern "C" __global__ void wrongAcrossClusters(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    tell(out + 1);  //! fault race
  } else if (blockIdx.x == 2) {
    await(out + 1);
    out[2] = out[0];  //! fault race
  }
}

extern "C" __global__ void rightFenceOfTheCluster(int* out) {
  if (threadIdx.x != 0) return;
  int* own = out + 16 * (blockIdx.x / 2);
  if (blockIdx.x % 2 == 0) {
    own[0] = 42;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    tellRelaxed(own + 1);
  } else {
    awaitRelaxed(own + 1);
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    own[2] = own[0];
  }
}

extern "C" __global__ void wrongFenceOfTheClusterAcross(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 42;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    tellRelaxed(out + 1);
  } else if (blockIdx.x == 2) {
    awaitRelaxed(out + 1);
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    out[2] = out[0];  //! fault race
  }
}

extern "C" __global__ void wrongFenceOfTheBlockInCluster(int* out) {
  if (threadIdx.x != 0) return;
  int* own = out + 16 * (blockIdx.x / 2);
  if (blockIdx.x % 2 == 0) {
    own[0] = 42;
    __threadfence_block();
    tellRelaxed(own + 1);
  } else {
    awaitRelaxed(own + 1);
    __threadfence_block();
    own[2] = own[0];  //! fault race
  }
}
