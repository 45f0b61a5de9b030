// Stores of one, two or four matrices; at the end each lane loads the words that it gave.
#include "matrices.cuh"
#include "stores.cuh"

struct StoreMatrices {
  unsigned words[MATRICES];

  __device__ void play(int, unsigned row) {
#if MATRICES == 1
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(row), "r"(words[0]) : "memory");
#elif MATRICES == 2
    asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(row), "r"(words[0]), "r"(words[1])
                 : "memory");
#else
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(words[0]),
                 "r"(words[1]), "r"(words[2]), "r"(words[3])
                 : "memory");
#endif
    __syncwarp();
  }
  __device__ unsigned value(int) const { return 0; }
  __device__ void take(int) {}
};

extern "C" __global__ void probe(unsigned *out, long long *clocks, const unsigned *table, Job job) {
  unsigned row = lane() < MATRICES * ROWS ? table[lane()] : 0;
  unsigned at[MATRICES];
  for (int m = 0; m < MATRICES; m++) at[m] = wordOffset(table, m);
  fillStretch(job, UNTOUCHED, 0);
  StoreMatrices stores;
  Nowhere nowhere{0xFFFFFFFF};
  for (int m = 0; m < MATRICES; m++) stores.words[m] = valueAt(at[m]);
  writeClocks(clocks, play(stores, nowhere, sharedAddress(stretchOf(job)) + row, job));
  __syncthreads();
  for (int m = 0; m < MATRICES; m++) out[m * blockDim.x + threadIdx.x] = stretchOf(job)[at[m] / 4];
}
