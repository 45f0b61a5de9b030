// Known wrong: version 2, but its products take the values as if the keys lay together in a row.
#define KEY_MAJOR_VALUES
#include "a2-wgmma.cu"
