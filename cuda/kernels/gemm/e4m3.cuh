// 8-bit floats (e4m3) instead of bf16, for a version that stands behind this: products take half the time, and C stays bf16. An
// element of A or B there is a word of two of these, and so are K and what the tensor maps count along K: a row of a stage still has
// 128 bytes, and a product still takes 32 of them.
#pragma once
#define PRODUCT_TYPE "k32.f32.e4m3.e4m3"
#define TRANSPOSES ""
#include "product-type.cuh"
