// Known wrong: version 2, but each lane divides by the sum of its own columns, not by that of the row's four lanes.
#define NO_QUAD_SUM
#include "a2-wgmma.cu"
