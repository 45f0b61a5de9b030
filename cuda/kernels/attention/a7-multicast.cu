// Version 7 by clusters of two: each CTA asks for half of every tile of keys and of values, and gets the other half from its neighbour.
#define CLUSTER 2
#include "a7-seamless.cu"
