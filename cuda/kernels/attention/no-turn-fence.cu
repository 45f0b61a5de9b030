// Known wrong: FP8, but products may read values before those that were turned round are there for them.
#define NO_TURN_FENCE
#include "a7-fp8-slabs.cu"
