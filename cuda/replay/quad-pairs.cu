// Asks this machine's tensor cores where the numbers of mma.m8n8k4 of f16 lie in the registers of a quad pair. It knows nothing of
// what should come; scripts/replay compares.
//
//   nvcc -O2 -arch=sm_90a -o quad-pairs quad-pairs.cu && ./quad-pairs > quad-pairs.txt
//
// For each variant a line, "row.col f16:" and what the 32 lanes hold of the product, 8 numbers each. C is zero; A and B are
// small whole numbers, by lane and value, so that sums are exact.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

constexpr int LANES = 32;
constexpr int VALUES = 8;

// From -8 to 7: the upper four bits of a multiplicative hash. `first` is 0 for A, 128 for B.
__device__ inline uint32_t twoOperands(uint32_t first, int value) {
    const uint32_t number = first + threadIdx.x * 4 + value;
    const auto one = [](uint32_t n) { return __float2half(static_cast<float>((n * 2654435761u) >> 28) - 8.0f); };
    return __half_as_ushort(one(number)) | static_cast<uint32_t>(__half_as_ushort(one(number + 1))) << 16;
}

#define OPERANDS "r"(twoOperands(0, 0)), "r"(twoOperands(0, 2)), "r"(twoOperands(128, 0)), "r"(twoOperands(128, 2))

#define OF_F16(name, layouts)                                                                                          \
    __global__ void name(float* products) {                                                                            \
        uint32_t d[VALUES / 2];                                                                                        \
        asm volatile("mma.sync.aligned.m8n8k4." layouts                                                                \
                     ".f16.f16.f16.f16 {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %8, %8, %8};"                        \
                     : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                  \
                     : OPERANDS, "r"(0));                                                                              \
        for (int i = 0; i < VALUES; i++)                                                                               \
            products[threadIdx.x * VALUES + i] = __half2float(__ushort_as_half(d[i / 2] >> (i % 2 * 16) & 0xffff));    \
    }
#define OF_F32(name, layouts)                                                                                          \
    __global__ void name(float* products) {                                                                            \
        float d[VALUES];                                                                                               \
        asm volatile("mma.sync.aligned.m8n8k4." layouts                                                                \
                     ".f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, {%10, %11}, "                       \
                     "{%12, %12, %12, %12, %12, %12, %12, %12};"                                                       \
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]), "=f"(d[5]), "=f"(d[6]), "=f"(d[7])  \
                     : OPERANDS, "f"(0.0f));                                                                           \
        for (int i = 0; i < VALUES; i++) products[threadIdx.x * VALUES + i] = d[i];                                    \
    }
OF_F16(rowRow16, "row.row")
OF_F16(rowCol16, "row.col")
OF_F16(colRow16, "col.row")
OF_F16(colCol16, "col.col")
OF_F32(rowRow32, "row.row")
OF_F32(rowCol32, "row.col")
OF_F32(colRow32, "col.row")
OF_F32(colCol32, "col.col")

int main() {
    const struct {
        const char* name;
        void (*run)(float*);
    } variants[] = {{"row.row f16", rowRow16}, {"row.col f16", rowCol16}, {"col.row f16", colRow16},
                    {"col.col f16", colCol16}, {"row.row f32", rowRow32}, {"row.col f32", rowCol32},
                    {"col.row f32", colRow32}, {"col.col f32", colCol32}};
    float* products;
    cudaMallocManaged(&products, LANES * VALUES * sizeof(float));
    for (const auto& variant : variants) {
        variant.run<<<1, LANES>>>(products);
        if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) {
            std::fprintf(stderr, "%s: %s\n", variant.name, cudaGetErrorName(error));
            return 1;
        }
        std::printf("%s:", variant.name);
        for (int i = 0; i < LANES * VALUES; i++) std::printf(" %g", products[i]);
        std::printf("\n");
    }
    return 0;
}
