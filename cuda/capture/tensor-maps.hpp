// Tensor maps are 128 opaque bytes. The driver makes them from arguments: what it was asked is kept by the bytes it gave.
#pragma once
#include <cuda.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "json-text.hpp"

constexpr size_t TENSOR_MAP_BYTES = 128;
constexpr uint64_t TENSOR_MAP_ALIGNMENT = 64;

struct TensorMapArguments {
    bool isIm2col = false;
    uint64_t address = 0;
    unsigned type = 0, interleave = 0, swizzle = 0, l2Promotion = 0, oobFill = 0;
    std::vector<uint64_t> dims, stridesBytes;
    std::vector<uint32_t> box, elementStrides;
    std::vector<int> lowerCorner, upperCorner;
    unsigned channelsPerPixel = 0, pixelsPerColumn = 0;

    // From the tensor's first byte behind its last one.
    uint64_t reachBytes() const {
        static constexpr std::array<unsigned, 13> ELEMENT_BITS{8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32};
        if (dims.empty() || *std::min_element(dims.begin(), dims.end()) == 0) return 0;
        // Four bits, or six, an element; of two, 16 lie in 16 bytes where the type says so.
        const unsigned bits = type < ELEMENT_BITS.size() ? ELEMENT_BITS[type] : 8;
        uint64_t bytes = (dims[0] * bits + 7) / 8;
        for (size_t i = 1; i < dims.size(); i++) bytes += (dims[i] - 1) * stridesBytes[i - 1];
        return bytes;
    }
};

// A value's name, or its number where this library is older than the driver.
template <size_t N>
std::string nameOf(const std::array<const char*, N>& names, unsigned value) {
    return value < N ? names[value] : std::to_string(value);
}

inline void writeTensorMap(JsonText& json, const TensorMapArguments& map) {
    static constexpr std::array<const char*, 16> TYPES{"u8",  "u16", "u32",     "s32",  "u64",      "s64",      "f16",       "f32",
                                                       "f64", "bf16", "f32_ftz", "tf32", "tf32_ftz", "u4_align8", "u4_align16", "u6_align16"};
    static constexpr std::array<const char*, 3> INTERLEAVE{"none", "16B", "32B"};
    static constexpr std::array<const char*, 7> SWIZZLE{"none", "32B", "64B", "128B", "128B_ATOM_32B", "128B_ATOM_32B_FLIP_8B", "128B_ATOM_64B"};
    static constexpr std::array<const char*, 4> PROMOTION{"none", "64B", "128B", "256B"};
    static constexpr std::array<const char*, 2> FILL{"zero", "nan"};
    json.key("kind").value(map.isIm2col ? "im2col" : "tiled").key("address").address(map.address);
    json.key("type").value(nameOf(TYPES, map.type)).key("rank").value(map.dims.size());
    json.key("dims").list(map.dims).key("stridesBytes").list(map.stridesBytes);
    json.key("box").list(map.box).key("elementStrides").list(map.elementStrides);
    json.key("interleave").value(nameOf(INTERLEAVE, map.interleave)).key("swizzle").value(nameOf(SWIZZLE, map.swizzle));
    json.key("l2Promotion").value(nameOf(PROMOTION, map.l2Promotion)).key("oobFill").value(nameOf(FILL, map.oobFill));
    if (!map.isIm2col) return;
    json.key("lowerCorner").list(map.lowerCorner).key("upperCorner").list(map.upperCorner);
    json.key("channelsPerPixel").value(map.channelsPerPixel).key("pixelsPerColumn").value(map.pixelsPerColumn);
}

class TensorMaps {
public:
    void remember(const void* map, TensorMapArguments arguments) {
        const std::string bytes(static_cast<const char*>(map), TENSOR_MAP_BYTES);
        firstWords.insert(firstWord(bytes.data()));
        byBytes[bytes] = std::move(arguments);
    }

    // Null: these bytes are no map that the driver gave.
    const TensorMapArguments* mapOf(const void* bytes) const {
        if (!firstWords.count(firstWord(bytes))) return nullptr;
        const auto found = byBytes.find(std::string(static_cast<const char*>(bytes), TENSOR_MAP_BYTES));
        return found == byBytes.end() ? nullptr : &found->second;
    }

    struct Found {
        uint64_t offset;
        const TensorMapArguments* map;
    };

    // In bytes that lie at `address` of device memory, where a map's address is a multiple of 64.
    std::vector<Found> inMemory(const uint8_t* bytes, uint64_t size, uint64_t address) const {
        return at(bytes, size, (TENSOR_MAP_ALIGNMENT - address % TENSOR_MAP_ALIGNMENT) % TENSOR_MAP_ALIGNMENT, TENSOR_MAP_ALIGNMENT);
    }

    // In parameters. The driver counts their offsets from where the bank of constants has them, which is no multiple of 64.
    std::vector<Found> inParams(const uint8_t* bytes, uint64_t size) const { return at(bytes, size, 0, 8); }

private:
    // Spares most places the comparison of 128 bytes.
    std::unordered_set<uint64_t> firstWords;
    std::map<std::string, TensorMapArguments> byBytes;

    std::vector<Found> at(const uint8_t* bytes, uint64_t size, uint64_t offset, uint64_t step) const {
        std::vector<Found> found;
        if (byBytes.empty()) return found;
        for (; offset + TENSOR_MAP_BYTES <= size; offset += step)
            if (const TensorMapArguments* map = mapOf(bytes + offset)) found.push_back({offset, map});
        return found;
    }

    static uint64_t firstWord(const void* bytes) {
        uint64_t word;
        std::memcpy(&word, bytes, sizeof word);
        return word;
    }
};

// What cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col share, of the structures in which CUPTI gives their arguments.
template <class Params>
TensorMapArguments commonArguments(const Params& given) {
    TensorMapArguments map;
    map.address = reinterpret_cast<uint64_t>(given.globalAddress);
    map.type = given.tensorDataType;
    map.dims.assign(given.globalDim, given.globalDim + given.tensorRank);
    map.stridesBytes.assign(given.globalStrides, given.globalStrides + given.tensorRank - 1);
    map.elementStrides.assign(given.elementStrides, given.elementStrides + given.tensorRank);
    map.interleave = given.interleave;
    map.swizzle = given.swizzle;
    map.l2Promotion = given.l2Promotion;
    map.oobFill = given.oobFill;
    return map;
}

template <class Params>
TensorMapArguments tiledArguments(const Params& given) {
    TensorMapArguments map = commonArguments(given);
    map.box.assign(given.boxDim, given.boxDim + given.tensorRank);
    return map;
}

// The corners have an entry for each dimension between channels and images.
template <class Params>
TensorMapArguments im2colArguments(const Params& given) {
    TensorMapArguments map = commonArguments(given);
    map.isIm2col = true;
    const unsigned corners = given.tensorRank > 2 ? given.tensorRank - 2 : 0;
    map.lowerCorner.assign(given.pixelBoxLowerCorner, given.pixelBoxLowerCorner + corners);
    map.upperCorner.assign(given.pixelBoxUpperCorner, given.pixelBoxUpperCorner + corners);
    map.channelsPerPixel = given.channelsPerPixel;
    map.pixelsPerColumn = given.pixelsPerColumn;
    return map;
}
