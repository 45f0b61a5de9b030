// Version 7 in fp16.
#include "f16.cuh"
#include "v7-early-half.cu"
