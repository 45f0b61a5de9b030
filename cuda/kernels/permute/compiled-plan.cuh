// A plan that is compiled in: PLAN, its words joined by underscores, in the order of the struct. Loops over dimensions end early,
// and a CTA waits for no argument but its pointers.
#pragma once
#define GRID_IS_COMPILED_IN

#define TEXT_OF_VALUE(value) #value
#define TEXT_OF(macro) TEXT_OF_VALUE(macro)

namespace lanescape {

template <typename Numbers>
struct Words {
  unsigned word[sizeof(Numbers) / sizeof(unsigned)];
};

// All that the structs of plans hold is words.
template <typename Numbers>
__host__ __device__ constexpr Numbers compiledPlan() {
  Words<Numbers> words{};
  const char* text = TEXT_OF(PLAN);
  for (unsigned& word : words.word) {
    for (; *text >= '0' && *text <= '9'; text++) word = word * 10 + (*text - '0');
    if (*text == '_') text++;
  }
  return __builtin_bit_cast(Numbers, words);
}

}  // namespace lanescape
