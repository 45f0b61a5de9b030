// Version 5: version 4, whose warpgroups take turns with the tensor cores. While one's products run, the others have their softmax.
#define PING_PONG 1
#include "a4-overlap.cu"
