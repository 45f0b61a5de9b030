// Known wrong: version 3, but it gives keys back while their product still reads them.
#define EARLY_RELEASE
#include "a3-specialized.cu"
