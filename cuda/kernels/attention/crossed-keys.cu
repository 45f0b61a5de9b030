// Known wrong: FP8, but the words of values have keys of blocks 0 and 2, and 1 and 3, where the weights have those of 0 and 1, and 2 and 3.
#define CROSSED_KEYS
#include "a7-fp8-slabs.cu"
