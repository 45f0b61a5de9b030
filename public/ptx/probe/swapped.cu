// Known wrong: neighbours have each other's address.
#include "loads.cuh"
#include "words.cuh"

extern "C" __global__ void probe(unsigned *out, long long *clocks, const unsigned *table, Job job) {
  playLoads<WORDS, LoadWords>(out, clocks, __shfl_xor_sync(0xFFFFFFFF, table[lane()], 1), job);
}
