// Accesses of 4, 8 or 16 bytes a lane. The compiler's command line sets WIDTH_BYTES.
#pragma once

#ifndef WIDTH_BYTES
#define WIDTH_BYTES 4
#endif

constexpr int WORDS = WIDTH_BYTES / 4;

struct LoadWords {
  static __device__ void load(unsigned (&words)[WORDS], unsigned at) {
#if WIDTH_BYTES == 4
    asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(words[0]) : "r"(at) : "memory");
#elif WIDTH_BYTES == 8
    asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];" : "=r"(words[0]), "=r"(words[1]) : "r"(at) : "memory");
#else
    asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
                 : "r"(at)
                 : "memory");
#endif
  }
};

inline __device__ void storeWords(unsigned at, const unsigned (&words)[WORDS]) {
#if WIDTH_BYTES == 4
  asm volatile("st.volatile.shared.u32 [%0], %1;" ::"r"(at), "r"(words[0]) : "memory");
#elif WIDTH_BYTES == 8
  asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};" ::"r"(at), "r"(words[0]), "r"(words[1]) : "memory");
#else
  asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};" ::"r"(at), "r"(words[0]), "r"(words[1]),
               "r"(words[2]), "r"(words[3])
               : "memory");
#endif
}
