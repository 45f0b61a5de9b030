// LZ4's block format: sequences of literals and of matches in what was written before.
// https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

// Lengths of 15 and more go on in bytes of which 255 says that another follows. False: the input ends.
inline bool lz4Length(const uint8_t*& at, const uint8_t* end, size_t& length) {
    if (length != 15) return true;
    uint8_t more;
    do {
        if (at == end) return false;
        more = *at++;
        length += more;
    } while (more == 255);
    return true;
}

// Nothing, if the block is damaged or does not hold `size` bytes.
inline std::optional<std::string> lz4Decoded(const uint8_t* at, size_t bytes, size_t size) {
    const uint8_t* const end = at + bytes;
    std::string out;
    out.reserve(size);
    while (at < end) {
        const uint8_t token = *at++;
        size_t literals = token >> 4;
        if (!lz4Length(at, end, literals)) return std::nullopt;
        if (literals > static_cast<size_t>(end - at) || literals > size - out.size()) return std::nullopt;
        out.append(reinterpret_cast<const char*>(at), literals);
        at += literals;
        // The last sequence has no match.
        if (at == end) break;
        if (end - at < 2) return std::nullopt;
        const size_t distance = at[0] | at[1] << 8;
        at += 2;
        size_t match = token & 15;
        if (!lz4Length(at, end, match)) return std::nullopt;
        match += 4;
        if (distance == 0 || distance > out.size() || match > size - out.size()) return std::nullopt;
        // A match may reach into what it writes itself.
        for (size_t i = 0; i < match; i++) out += out[out.size() - distance];
    }
    if (out.size() != size) return std::nullopt;
    return out;
}
