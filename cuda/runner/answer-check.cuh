// Does an output hold what it should? The very bytes; or, where the order of sums is free, each number within a bound of its own
// of what a reference launch says (reference.cuh).
#pragma once
#include <cuda_runtime.h>

#include <cmath>
#include <optional>

#include "workspace.hpp"

struct WrongAnswer {
    size_t buffer;
    uint64_t wrong, firstIndex;  // in elements
};

template <class T>
__host__ __device__ double decodeNumber(const unsigned char* at) {
    T value;
    memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

__host__ __device__ inline double decodeBf16(const unsigned char* at) {
    const uint32_t bits = static_cast<uint32_t>(at[0] | at[1] << 8) << 16;
    return decodeNumber<float>(reinterpret_cast<const unsigned char*>(&bits));
}

__host__ __device__ inline double decodeF16(const unsigned char* at) {
    const unsigned bits = at[0] | at[1] << 8;
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double sign = bits >> 15 ? -1 : 1;
    if (exponent == 31) return mantissa ? NAN : sign * INFINITY;
    return sign * (exponent == 0 ? ldexp(static_cast<double>(mantissa), -24) : ldexp(mantissa + 1024.0, exponent - 25));
}

// Not the other way round: a NaN is within no bound. An infinity is right where that very one is wanted: their difference is a NaN.
__host__ __device__ inline bool isWithin(double found, double wanted, double bound) {
    return fabs(found - wanted) <= bound || (isinf(wanted) && found == wanted);
}

struct Tally {
    unsigned long long seen, wrong, firstIndex;
};

// Of `count` elements, or of those that `indices` names, and then in their order. No `bounds`: equal numbers.
template <size_t BYTES, double (*decode)(const unsigned char*)>
__global__ void tallyBeyond(Tally* tally, const unsigned char* found, const unsigned* indices, const double* wanted,
                            const double* bounds, unsigned long long count) {
    unsigned long long seen = 0, wrong = 0, first = ~0ull;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const unsigned long long at = indices ? indices[i] : i;
        seen++;
        if (isWithin(decode(found + at * BYTES), wanted[i], bounds ? bounds[i] : 0)) continue;
        if (wrong++ == 0) first = at;
    }
    atomicAdd(&tally->seen, seen);
    atomicAdd(&tally->wrong, wrong);
    atomicMin(&tally->firstIndex, first);
}

using TallyKernel = decltype(&tallyBeyond<8, decodeNumber<double>>);

inline TallyKernel tallyKernel(const std::string& type, size_t elementBytes) {
    if (type == "f64" && elementBytes == 8) return tallyBeyond<8, decodeNumber<double>>;
    if (type == "f32" && elementBytes == 4) return tallyBeyond<4, decodeNumber<float>>;
    if (type == "bf16" && elementBytes == 2) return tallyBeyond<2, decodeBf16>;
    if (type == "f16" && elementBytes == 2) return tallyBeyond<2, decodeF16>;
    throw BadJob("no bounds for numbers of type " + type);
}

// All addresses are of the device; `indices` and `bounds` may be 0.
struct Question {
    CUdeviceptr found, indices, wanted, bounds;
    uint64_t count;
};

inline Tally tallyOf(TallyKernel kernel, const Question& of) {
    Tally tally{0, 0, ~0ull};
    DeviceMemory memory(sizeof tally);
    check(DRIVER_V2(cuMemcpyHtoD)(memory.at, &tally, sizeof tally), "a tally");
    kernel<<<1024, 256>>>(reinterpret_cast<Tally*>(memory.at), reinterpret_cast<const unsigned char*>(of.found),
                              reinterpret_cast<const unsigned*>(of.indices), reinterpret_cast<const double*>(of.wanted),
                              reinterpret_cast<const double*>(of.bounds), of.count);
    settle();
    check(DRIVER_V2(cuMemcpyDtoH)(&tally, memory.at, sizeof tally), "a tally");
    // What was not looked at is not right.
    if (tally.seen != of.count) throw CudaFailure("an output could not be checked");
    return tally;
}

inline std::optional<WrongAnswer> unequal(const Workspace& workspace, const Expected& expected) {
    const Bytes found = workspace.read(expected.buffer);
    if (std::memcmp(found.data(), expected.bytes, found.size()) == 0) return std::nullopt;
    WrongAnswer answer{expected.buffer, 0, 0};
    for (size_t at = 0; at < found.size(); at += expected.elementBytes) {
        if (std::memcmp(found.data() + at, expected.bytes + at, expected.elementBytes) == 0) continue;
        if (answer.wrong++ == 0) answer.firstIndex = at / expected.elementBytes;
    }
    return answer;
}

// `reference`: where it has run; null where nothing asks for it.
inline std::optional<WrongAnswer> checkAnswer(const Contender& contender, const Workspace& workspace, const Workspace* reference) {
    for (const Expected& expected : contender.expected) {
        if (expected.bytes) {
            if (const auto wrong = unequal(workspace, expected)) return wrong;
            continue;
        }
        const TallyKernel kernel = tallyKernel(expected.type, expected.elementBytes);
        const Tally tally = tallyOf(kernel, {workspace.buffers[expected.buffer], 0, reference->buffers[expected.values],
                                           reference->buffers[expected.bounds],
                                           contender.buffers[expected.buffer].bytes / expected.elementBytes});
        if (tally.wrong > 0) return WrongAnswer{expected.buffer, tally.wrong, tally.firstIndex};
    }
    return std::nullopt;
}
