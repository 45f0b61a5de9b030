// Division by numbers that the host knows.
#pragma once
#include "wide.hpp"

namespace lanescape {

// Takes the last digit off: what remains is the quotient.
__device__ inline unsigned takeDigit(unsigned& number, const Divisor& by) {
  const unsigned quotient = __umulhi(2 * number, by.multiplier) >> by.shift;
  const unsigned digit = number - quotient * by.divisor;
  number = quotient;
  return digit;
}

}  // namespace lanescape

namespace lanescape {

// Turns at once of loops over the dimensions of a grid. One that is compiled in ends early.
#ifdef GRID_IS_COMPILED_IN
constexpr int GRID_UNROLLED = MAX_DIMS;
#else
constexpr int GRID_UNROLLED = 1;
#endif

}  // namespace lanescape
