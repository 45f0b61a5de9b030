// Version 7 in 8-bit floats (e4m3); C is bf16.
#include "e4m3.cuh"
#include "v7-early-half.cu"
