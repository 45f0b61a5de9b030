// Known wrong: version 2, but the two weights of each register are swapped: each key has its neighbour's values.
#define SWAPPED_WEIGHTS
#include "a2-wgmma.cu"
