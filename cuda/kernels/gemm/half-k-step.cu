// Known wrong: version 4 in e4m3 that goes on by 16 elements from one product to the next, as in 16 bits: by 16 bytes, not 32. Half of
// what a product multiplies has been in the one before.
#include "wgmma.cuh"
#define NEXT_K (16 >> 4)
#include "v4-persistent-e4m3.cu"
