// Known wrong: version 5, but nobody lets the first warpgroup through for the first time. Both wait for ever.
#define NO_FIRST_PASS
#include "a5-ping-pong.cu"
