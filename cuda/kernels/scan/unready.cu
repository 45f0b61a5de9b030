// Known wrong: the single pass whose warps scan as soon as a tile has come, before its start is known.
#define UNREADY
#include "single-pass.cuh"
