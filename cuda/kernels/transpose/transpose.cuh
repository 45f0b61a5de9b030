// What all variants of the transpose share. The compiler's command line sets TILE and ELEMENT_BYTES.
#pragma once

#ifndef TILE
#define TILE 32
#endif
#ifndef ELEMENT_BYTES
#define ELEMENT_BYTES 4
#endif

// The vector types make an element of 8 or 16 bytes one access.
#if ELEMENT_BYTES == 1
using Element = unsigned char;
#elif ELEMENT_BYTES == 2
using Element = unsigned short;
#elif ELEMENT_BYTES == 4
using Element = float;
#elif ELEMENT_BYTES == 8
using Element = uint2;
#elif ELEMENT_BYTES == 16
using Element = uint4;
#else
#error "ELEMENT_BYTES must be 1, 2, 4, 8 or 16"
#endif

// A CTA has TILE x THREAD_ROWS threads and takes TILE / THREAD_ROWS steps to pass over its TILE x TILE elements.
constexpr int THREAD_ROWS = 1024 / TILE;
