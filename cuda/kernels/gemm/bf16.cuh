// bf16 as ever, of tiles whose width only `product-type.cuh` has.
#pragma once
#define PRODUCT_TYPE "k16.f32.bf16.bf16"
#define TRANSPOSES ", 0, 0"
#include "product-type.cuh"
