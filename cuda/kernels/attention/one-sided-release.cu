// Known wrong: version 7 by clusters, but a CTA that has read a stage does not tell its neighbour, which overwrites a half of it.
#define ONE_SIDED_RELEASE
#include "a7-multicast.cu"
