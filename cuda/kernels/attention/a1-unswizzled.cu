// Version 1 without the swizzle: the same sums, but 8 rows of a matrix lie in the same banks.
#define SWIZZLE_MASK 0
#include "a1-tiled.cu"
