// Version 6 in fp16.
#include "f16.cuh"
#include "v6-small.cu"
