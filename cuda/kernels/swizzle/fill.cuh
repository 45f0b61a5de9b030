// How the tile comes. The compiler's command line sets FILL.
#pragma once

#define CP_ASYNC 0
#define TMA 1
#ifndef FILL
#define FILL TMA
#endif

#if FILL == TMA
#include "tma-fill.cuh"
#else
#include "cp-async-fill.cuh"
#endif
