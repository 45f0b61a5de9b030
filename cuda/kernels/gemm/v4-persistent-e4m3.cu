// Version 4 in 8-bit floats (e4m3), whose products take half the time; C is bf16. All else is `v4-persistent.cu`: an element of A or B
// there is a word of two of these. So its K, and what its tensor maps count along K, are words: a row of a stage still has 128 bytes, and
// a product still takes 32 of them.
#define PRODUCT_TYPE "k32.f32.e4m3.e4m3"
#define TRANSPOSES ""
#include "product-type.cuh"
#include "v4-persistent.cu"
