// Producer and consumer warps with a ring of stages that the copy engine fills, as CUTLASS does it.
//! launch {"params": [{"kind": "pointer", "buffer": "out"}, {"kind": "pointer", "buffer": "in"}], "buffers": [{"name": "out", "type": "s32", "length": 64, "init": {"kind": "zeros"}, "output": true}, {"name": "in", "type": "s32", "length": 512, "init": {"kind": "iota", "start": 1}}]}
#include "../../include/mbarrier.cuh"
#include "../../include/tma.cuh"

constexpr int STAGES = 2, TILES = 6, BYTES = 128;

struct Ring {
  alignas(128) int tiles[STAGES][32];
  uint64_t full[STAGES], empty[STAGES];
};

__device__ void copyIn(void* to, const void* from, int bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   sharedAddress(to)),
               "l"(from), "r"(bytes), "r"(sharedAddress(barrier))
               : "memory");
}

__device__ void begin(Ring& ring, int consumers) {
  if (threadIdx.x == 0) {
    for (int s = 0; s < STAGES; s++) {
      initBarrier(&ring.full[s], 1);
      initBarrier(&ring.empty[s], consumers);
    }
    fenceBarrierInit();
  }
  __syncthreads();
}

__device__ void fill(Ring& ring, const int* in, int tile) {
  const int s = tile % STAGES;
  arriveExpecting(&ring.full[s], BYTES);
  copyIn(ring.tiles[s], in + 32 * tile, BYTES, &ring.full[s]);
}

extern "C" __global__ void right(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES & 1) ^ 1);
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
      fenceAsyncProxy();
      arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void rightOneLaneArrives(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 1);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES & 1) ^ 1);
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
      fenceAsyncProxy();
      __syncwarp();
      if (threadIdx.x == 32) arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void rightPrologue(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < STAGES; tile++) fill(ring, in, tile);
    for (int tile = STAGES; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES - 1) & 1);
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
      fenceAsyncProxy();
      arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongNoFenceBehindReads(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES & 1) ^ 1);
      fill(ring, in, tile);  //! fault missingFence, advice that read, tried adding fence.proxy.async
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
      arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongProducerWaitsForNothing(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES & 1) ^ 1);
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);
      arrive(&ring.empty[tile % STAGES]);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];  //! fault race
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongConsumersNeverArrive(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES & 1) ^ 1);  //! fault deadlock
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);  //! fault deadlock
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongProducerParityZero(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], tile / STAGES & 1);  //! fault deadlock
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
      fenceAsyncProxy();
      arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongConsumerParityOne(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < STAGES; tile++) {
      waitFor(&ring.empty[tile % STAGES], 1);  //! fault deadlock
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < STAGES; tile++) {
      waitFor(&ring.full[tile % STAGES], 1);
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];  //! fault uninitialisedRead, advice parity
      arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongEmptyCount(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 64);
  if (threadIdx.x == 0) {
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.empty[tile % STAGES], (tile / STAGES & 1) ^ 1);  //! fault deadlock
      fill(ring, in, tile);
    }
  } else if (threadIdx.x >= 32) {
    int sum = 0;
    for (int tile = 0; tile < TILES; tile++) {
      waitFor(&ring.full[tile % STAGES], tile / STAGES & 1);  //! fault deadlock
      sum += ring.tiles[tile % STAGES][63 - threadIdx.x];
      fenceAsyncProxy();
      arrive(&ring.empty[tile % STAGES]);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void wrongAllLanesProduce(int* out, const int* in) {
  __shared__ Ring ring;
  begin(ring, 32);
  if (threadIdx.x < 32) {
    fill(ring, in, 0);  //! fault mbarrier //! fault missingWait
  } else {
    waitFor(&ring.full[0], 0);
    out[threadIdx.x] = ring.tiles[0][63 - threadIdx.x];
    arrive(&ring.empty[0]);
  }
}
