// The container that nvcc puts device code into, with an entry for each architecture: machine code or PTX, packed or not.
// NVIDIA does not document it; this is what `nvcc -fatbin` of CUDA 13.0 writes in each of its -compress-mode, held against it by test.
#pragma once
#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "lz4.hpp"

constexpr uint32_t FATBIN_MAGIC = 0xba55ed50;
// What a program registers: it points to the container.
constexpr uint32_t FATBIN_WRAPPER_MAGIC = 0x466243b1;

struct PackedPtx {
    // 90 for compute_90.
    uint32_t arch = 0;
    enum class Packing { none, lz4, zstd } packing = Packing::none;
    // Of the text.
    uint64_t size = 0;
    std::string bytes;
};

template <class T>
T wordAt(const uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

inline uint32_t magicOf(const void* image) { return wordAt<uint32_t>(static_cast<const uint8_t*>(image)); }

inline PackedPtx packedPtx(const uint8_t* entry, uint32_t headBytes, uint64_t payloadBytes) {
    constexpr uint64_t LZ4 = 0x2000, ZSTD = 0x8000;
    PackedPtx ptx;
    ptx.arch = wordAt<uint32_t>(entry + 28);
    const uint64_t flags = wordAt<uint64_t>(entry + 40);
    ptx.packing = flags & ZSTD ? PackedPtx::Packing::zstd : flags & LZ4 ? PackedPtx::Packing::lz4 : PackedPtx::Packing::none;
    const bool isPacked = ptx.packing != PackedPtx::Packing::none;
    // The payload is padded to a multiple of 8 bytes.
    const uint64_t packedBytes = wordAt<uint32_t>(entry + 16);
    const uint64_t bytes = isPacked && packedBytes < payloadBytes ? packedBytes : payloadBytes;
    ptx.size = isPacked ? wordAt<uint64_t>(entry + 56) : bytes;
    ptx.bytes.assign(reinterpret_cast<const char*>(entry + headBytes), bytes);
    return ptx;
}

// The PTX entries of a container of at most `limit` bytes; none where it is damaged.
inline std::vector<PackedPtx> ptxOfFatbin(const uint8_t* image, uint64_t limit = UINT64_MAX) {
    constexpr uint16_t PTX = 1;
    constexpr uint64_t MOST_PTX_BYTES = 1u << 28;
    std::vector<PackedPtx> found;
    if (limit < 16 || magicOf(image) != FATBIN_MAGIC) return found;
    const uint64_t headBytes = wordAt<uint16_t>(image + 6), bodyBytes = wordAt<uint64_t>(image + 8);
    if (headBytes < 16 || headBytes > limit || bodyBytes > limit - headBytes) return found;
    const uint8_t* at = image + headBytes;
    const uint8_t* const end = at + bodyBytes;
    while (end - at >= 64) {
        const uint64_t entryHead = wordAt<uint32_t>(at + 4), payload = wordAt<uint64_t>(at + 8);
        const uint64_t rest = static_cast<uint64_t>(end - at);
        if (entryHead < 64 || entryHead > rest || payload > rest - entryHead) break;
        if (wordAt<uint16_t>(at) == PTX && payload <= MOST_PTX_BYTES) {
            found.push_back(packedPtx(at, static_cast<uint32_t>(entryHead), payload));
            if (found.back().size > MOST_PTX_BYTES) found.pop_back();
        }
        at += entryHead + payload;
    }
    return found;
}

// By the machine's own library: every Linux distribution has it, and its format is long.
inline std::optional<std::string> zstdDecoded(const std::string& packed, uint64_t size) {
    using Decompress = size_t (*)(void*, size_t, const void*, size_t);
    static void* const library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    static const auto decompress = library ? reinterpret_cast<Decompress>(dlsym(library, "ZSTD_decompress")) : nullptr;
    if (!decompress) return std::nullopt;
    std::string text(size, '\0');
    if (decompress(text.data(), text.size(), packed.data(), packed.size()) != size) return std::nullopt;
    return text;
}

inline std::optional<std::string> unpacked(const PackedPtx& ptx) {
    std::optional<std::string> text = ptx.bytes;
    if (ptx.packing == PackedPtx::Packing::lz4)
        text = lz4Decoded(reinterpret_cast<const uint8_t*>(ptx.bytes.data()), ptx.bytes.size(), ptx.size);
    if (ptx.packing == PackedPtx::Packing::zstd) text = zstdDecoded(ptx.bytes, ptx.size);
    // Zeros end and pad it.
    if (text) text->resize(std::strlen(text->c_str()));
    return text;
}
