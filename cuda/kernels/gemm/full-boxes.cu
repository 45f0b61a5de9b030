// Known wrong: version 7 whose second half of C goes into its boxes before the first half has left them.
#define FULL_BOXES
#include "v7-early-half.cu"
