// Version 5: version 4, whose two warpgroups take turns with the tensor cores. While one's products run, the other has its softmax.
#define PING_PONG 1
#include "a4-overlap.cu"
