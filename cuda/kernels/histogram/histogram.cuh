// What all variants of the histogram share. The compiler's command line sets THREADS. in[i] is the number of element i's
// bin, below `bins`; the launch sets out to 0.
#pragma once

#ifndef THREADS
#define THREADS 256
#endif

// Elements that one CTA counts: four rounds of its threads.
constexpr unsigned SHARE = 4 * THREADS;
