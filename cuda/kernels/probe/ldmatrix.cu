// Loads of one, two or four matrices.
#include "loads.cuh"
#include "matrices.cuh"

struct LoadMatrices {
  static __device__ void load(unsigned (&words)[MATRICES], unsigned row) {
#if MATRICES == 1
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(words[0]) : "r"(row) : "memory");
#elif MATRICES == 2
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(words[0]), "=r"(words[1])
                 : "r"(row)
                 : "memory");
#else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(row)
                 : "memory");
#endif
  }
};

extern "C" __global__ void probe(unsigned *out, long long *clocks, const unsigned *table, Job job) {
  // Beyond the matrices a lane's address is not read, but it loads with the others.
  unsigned offset = lane() < MATRICES * ROWS ? table[lane()] : 0;
  playLoads<MATRICES, LoadMatrices>(out, clocks, offset, job);
}
