// What all variants of the scan share. The compiler's command line sets SECTION: the elements that one CTA scans, a power
// of two. Sections do not hear of each other: each starts its sums anew.
#pragma once

#ifndef SECTION
#define SECTION 256
#endif

// Sums count modulo 2^32, so that every order of additions gives the same answer.
using Sum = unsigned;
