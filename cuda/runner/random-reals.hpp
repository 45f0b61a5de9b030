// Random numbers as src/trace/launch-bytes-random.ts describes them, bit for bit: made here where a file of them would take long.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "device-launch.hpp"
#include "json.hpp"

struct RandomReals {
    std::string type;
    uint32_t seed;
    double low, high;
};

// Marsaglia, "Xorshift RNGs", 2003.
inline uint32_t xorshift32(uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    return x ^ x << 5;
}

inline uint32_t bitsOf(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

// To nearest, ties to even. By way of a float that is cut off, whose last bit says that something was: rounding twice is as good
// as once then (Boldo and Melquiond, "Emulation of a FMA and correctly-rounded sums", 2008).
inline uint16_t roundToBf16(double value) {
    const float near = static_cast<float>(value);
    uint32_t bits = bitsOf(near);
    if (std::fabs(static_cast<double>(near)) > std::fabs(value)) bits--;
    if (static_cast<double>(near) != value) bits |= 1;
    return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

template <class T, class Round>
Bytes randomElements(const RandomReals& of, uint64_t bytes, Round round) {
    Bytes made(bytes);
    uint32_t state = of.seed;
    for (uint64_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
        state = xorshift32(state);
        const T element = round(of.low + state / 4294967296.0 * (of.high - of.low));
        std::memcpy(made.data() + at, &element, sizeof element);
    }
    return made;
}

inline Bytes randomBytes(const RandomReals& of, uint64_t bytes) {
    if (of.type == "bf16") return randomElements<uint16_t>(of, bytes, roundToBf16);
    if (of.type == "f32") return randomElements<float>(of, bytes, [](double value) { return static_cast<float>(value); });
    throw BadJob("no random numbers of type " + of.type);
}
