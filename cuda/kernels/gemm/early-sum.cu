// Known wrong: version 5, but its cluster meets before the sums of each part of K are in shared memory, and not behind that.
#define EARLY_SUM
#include "v5-split-k.cu"
