// What all variants of the reduction share. The compiler's command line sets THREADS, which sizes the array of sums.
#pragma once

#ifndef THREADS
#define THREADS 256
#endif

// Sums count modulo 2^32, so that every order of additions gives the same answer.
using Sum = unsigned;
