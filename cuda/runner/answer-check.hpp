// Does an output hold what it should? Bit for bit, or within an absolute tolerance where the order of sums is free.
#pragma once
#include <cmath>
#include <optional>

#include "workspace.hpp"

struct WrongAnswer {
    size_t buffer;
    uint64_t wrong, firstIndex;  // in elements
};

struct ElementForm {
    size_t bytes;
    double (*decode)(const unsigned char*);  // null: only equal bytes agree
};

template <class T>
double decodeNumber(const unsigned char* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
}

inline double decodeBf16(const unsigned char* at) {
    const uint32_t bits = static_cast<uint32_t>(at[0] | at[1] << 8) << 16;
    return decodeNumber<float>(reinterpret_cast<const unsigned char*>(&bits));
}

inline double decodeF16(const unsigned char* at) {
    const unsigned bits = at[0] | at[1] << 8;
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    const double sign = bits >> 15 ? -1 : 1;
    if (exponent == 31) return mantissa ? NAN : sign * INFINITY;
    return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25));
}

inline ElementForm formOf(const std::string& type) {
    if (type == "f64") return {8, decodeNumber<double>};
    if (type == "f32") return {4, decodeNumber<float>};
    if (type == "bf16") return {2, decodeBf16};
    if (type == "f16") return {2, decodeF16};
    const char width = type.empty() ? ' ' : type.back();
    if (type == "e4m3" || type == "e5m2" || width == '8') return {1, nullptr};
    if (width == '6') return {2, nullptr};
    if (width == '2') return {4, nullptr};
    if (width == '4') return {8, nullptr};
    throw BadJob("no type " + type);
}

inline bool agrees(const ElementForm& form, const unsigned char* found, const unsigned char* wanted, double tolerance) {
    if (std::memcmp(found, wanted, form.bytes) == 0) return true;
    if (!form.decode || tolerance <= 0) return false;
    const double a = form.decode(found), b = form.decode(wanted);
    return (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= tolerance;
}

inline std::optional<WrongAnswer> checkAnswer(const Workspace& workspace) {
    for (const Expected& expected : workspace.contender.expected) {
        const Bytes found = workspace.read(expected.buffer);
        const ElementForm form = formOf(expected.type);
        WrongAnswer answer{expected.buffer, 0, 0};
        if (std::memcmp(found.data(), expected.bytes, found.size()) == 0) continue;
        for (size_t i = 0; i < found.size() / form.bytes; i++) {
            const size_t at = i * form.bytes;
            if (agrees(form, found.data() + at, expected.bytes + at, expected.tolerance)) continue;
            if (answer.wrong++ == 0) answer.firstIndex = i;
        }
        if (answer.wrong > 0) return answer;
    }
    return std::nullopt;
}
