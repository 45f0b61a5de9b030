// Known wrong: version 6, but lanes' stores of the output are not made known to the copy engine before it reads them.
#define NO_OUTPUT_FENCE
#include "a6-persistent.cu"
