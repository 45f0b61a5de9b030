// Loads of 4, 8 or 16 bytes a lane.
#include "loads.cuh"
#include "words.cuh"

extern "C" __global__ void probe(unsigned *out, long long *clocks, const unsigned *table, Job job) {
  playLoads<WORDS, LoadWords>(out, clocks, table[lane()], job);
}
