// Known wrong: version 2, but its producer does not wait for a stage to be empty. It overwrites what is still to be read.
#define MISSING_EMPTY_WAIT
#include "v2-warp-specialized.cu"
