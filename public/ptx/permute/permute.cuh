// What all ways to move a tensor share: its element, and 16 bytes of them. The compiler's command line sets ELEMENT_BYTES.
#pragma once

#ifndef ELEMENT_BYTES
#define ELEMENT_BYTES 4
#endif

// The vector types make an element of 8 or 16 bytes one access.
#if ELEMENT_BYTES == 1
using Element = unsigned char;
#elif ELEMENT_BYTES == 2
using Element = unsigned short;
#elif ELEMENT_BYTES == 4
using Element = unsigned;
#elif ELEMENT_BYTES == 8
using Element = uint2;
#elif ELEMENT_BYTES == 16
using Element = uint4;
#else
#error "ELEMENT_BYTES must be 1, 2, 4, 8 or 16"
#endif

// Elements of the widest access to global memory.
constexpr unsigned VECTOR = 16 / ELEMENT_BYTES;

// Loads above come before loads below in the compiled text, so that a model can say in which order a trace has them.
// The hardware may still overlap them: no instruction stands for it.
__device__ inline void keepOrder() { asm volatile("" ::: "memory"); }
