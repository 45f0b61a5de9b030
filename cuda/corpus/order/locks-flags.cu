// Locks and flags by atomics in shared memory, as people write them.

extern "C" __global__ void rightTicket(int* out) {
  __shared__ int next, serving, sum;
  if (threadIdx.x == 0) next = serving = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    const int ticket = atomicAdd(&next, 1);
    while (atomicAdd(&serving, 0) != ticket) {
    }
    __threadfence_block();
    sum += threadIdx.x + 1;
    __threadfence_block();
    atomicAdd(&serving, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongTicketNoFence(int* out) {
  __shared__ int next, serving, sum;
  if (threadIdx.x == 0) next = serving = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    const int ticket = atomicAdd(&next, 1);
    while (atomicAdd(&serving, 0) != ticket) {
    }
    sum += threadIdx.x + 1;  //! fault race
    atomicAdd(&serving, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongLockReleasedTooEarly(int* out) {
  __shared__ int held, sum;
  if (threadIdx.x == 0) held = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&held, 0, 1) != 0) {
    }
    __threadfence_block();
    const int before = sum;
    __threadfence_block();
    atomicExch(&held, 0);
    sum = before + threadIdx.x + 1;  //! fault race
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void wrongTwoLocks(int* out) {
  __shared__ int held[2], sum;
  if (threadIdx.x < 2) held[threadIdx.x] = 0;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    int* lock = &held[threadIdx.x / 32];
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += threadIdx.x + 1;  //! fault race
    __threadfence_block();
    atomicExch(lock, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void rightMailbox(int* out) {
  __shared__ int box, full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  for (int i = 1; i <= 3; i++) {
    if (threadIdx.x == 0) {
      while (atomicAdd(&full, 0) != 0) {
      }
      __threadfence_block();
      box = i;
      __threadfence_block();
      atomicExch(&full, 1);
    } else if (threadIdx.x == 32) {
      while (atomicAdd(&full, 0) != 1) {
      }
      __threadfence_block();
      out[i] = box;
      __threadfence_block();
      atomicExch(&full, 0);
    }
  }
}

extern "C" __global__ void wrongMailboxNeverEmptied(int* out) {
  __shared__ int box, full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  for (int i = 1; i <= 3; i++) {
    if (threadIdx.x == 0) {
      box = i;  //! missed fault race: where the writer runs ahead, the last flag orders all that it wrote; another schedule shows it
      __threadfence_block();
      atomicExch(&full, i);
    } else if (threadIdx.x == 32) {
      while (atomicAdd(&full, 0) < i) {
      }
      __threadfence_block();
      out[i] = box;
    }
  }
}
