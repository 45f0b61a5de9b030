// Scan of the whole array in a single pass, by CTAs that stay and warps with different roles.
#include "single-pass.cuh"
