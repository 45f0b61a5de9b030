// A comparison as the server orders it (src/contract/run-job.ts has the same as a schema), and the bytes that it names.
#pragma once
#include <map>
#include <optional>
#include <tuple>

#include "pieces.hpp"
#include "random-reals.hpp"

// What launches begin with: pieces that came ahead, and random numbers, which all launches that ask for the same share.
class JobData {
public:
    explicit JobData(const Pieces& pieces) : pieces(pieces) {}

    const unsigned char* bytes(const Json& name, uint64_t length) const { return pieces.bytes(name.text(), length); }

    // PTX is text and must end.
    Bytes module(const Json& name) const {
        Bytes code = *pieces.get(name.text());
        code.push_back(0);
        return code;
    }

    const unsigned char* random(const RandomReals& of, uint64_t length) {
        Bytes& made = numbers[{of.type, of.seed, of.low, of.high, length}];
        if (made.empty()) made = randomBytes(of, length);
        return made.data();
    }

private:
    const Pieces& pieces;
    std::map<std::tuple<std::string, uint32_t, double, double, uint64_t>, Bytes> numbers;
};

struct Content {
    std::string name;  // of a symbol; a buffer has none
    uint64_t bytes;
    const unsigned char* from;  // null: every byte is `fill`
    unsigned char fill;
    bool isOutput;
};

struct Place {
    size_t offset;  // of the address within the parameter
    size_t buffer;
    uint64_t byteOffset;
};

// A tensor map among a parameter's bytes.
struct MapPlace {
    size_t offset;
    TensorMap map;
    Place tensor;
};

struct Param {
    Bytes bytes;
    std::vector<Place> addresses;
    std::vector<MapPlace> maps;
    bool isTensorMap = false, isAddress = false;
    TensorMap map;
    Place tensor;
};

struct Launch {
    Bytes module;  // machine code, or PTX
    std::string entry;
    Shape shape;
    std::vector<Content> buffers, symbols;
    std::vector<Param> params;
};

struct Expected {
    size_t buffer;
    // The very bytes; null: each number within its bound of a value, both doubles in buffers of the reference.
    const unsigned char* bytes;
    size_t elementBytes;
    std::string type;
    size_t values, bounds;
};

struct Contender : Launch {
    std::vector<Expected> expected;
};

// Of a buffer of doubles: elements that the host has computed.
struct Spots {
    size_t buffer;
    uint64_t count;
    const unsigned char *indices, *values;  // 32 and 64 bits each
};

struct Reference : Launch {
    std::vector<Spots> spots;
};

inline RandomReals readRandom(const Json& json) {
    const uint64_t seed = json["seed"].count();
    if (seed == 0 || seed > UINT32_MAX) throw BadJob("a seed has 32 bits, and is not 0");
    return {json["type"].text(), static_cast<uint32_t>(seed), json["low"].real(), json["high"].real()};
}

constexpr uint64_t MOST_BYTES = uint64_t{1} << 40;

// Of a buffer, as src/trace/launch-bytes.ts has it.
constexpr uint64_t MAX_BUFFER_BYTES = 1 << 30;

inline Content readContent(const Json& json, JobData& data) {
    Content content{"", json["bytes"].count(), nullptr, 0, json.has("isOutput")};
    if (content.bytes > MAX_BUFFER_BYTES) throw BadJob("a buffer of " + std::to_string(content.bytes) + " bytes");
    if (content.bytes > MOST_BYTES) throw BadJob("more memory than any GPU has");
    if (json.has("name")) content.name = json["name"].text();
    if (json.has("piece")) content.from = data.bytes(json["piece"], content.bytes);
    else if (json.has("random")) content.from = data.random(readRandom(json["random"]), content.bytes);
    else content.fill = json["fill"].countAs<unsigned char>();
    return content;
}

inline Place readPlace(const Json& json, const std::vector<Content>& buffers) {
    const Place place{json["offset"].count(), json["buffer"].count(), json["byteOffset"].count()};
    if (place.buffer >= buffers.size() || place.byteOffset > buffers[place.buffer].bytes) throw BadJob("no such buffer");
    return place;
}

inline TensorMap readTensorMap(const Json& json) {
    if (json.has("im2col")) throw BadJob("no kernel that is timed has a map for im2col copies");
    TensorMap map{};
    map.type = json["type"].countAs<int>();
    map.dims = json["dims"].counts<cuuint64_t>();
    map.rank = map.dims.size();
    map.stridesBytes = json["stridesBytes"].counts<cuuint64_t>();
    map.box = json["box"].counts<cuuint32_t>();
    map.elementStrides = json["elementStrides"].counts<cuuint32_t>();
    const bool fits = map.stridesBytes.size() + 1 == map.rank && map.box.size() == map.rank;
    if (!fits || map.elementStrides.size() != map.rank) throw BadJob("a tensor map's lists have different lengths");
    map.stridesBytes.push_back(0);
    map.interleave = json["interleave"].countAs<int>();
    map.swizzle = json["swizzle"].countAs<int>();
    map.l2Promotion = json["l2Promotion"].countAs<int>();
    map.oobFill = json["oobFill"].countAs<int>();
    return map;
}

inline Param readParam(const Json& json, const std::vector<Content>& buffers) {
    Param param;
    if (json.has("map")) {
        param.isTensorMap = true;
        param.isAddress = json["pass"].text() == "address";
        param.map = readTensorMap(json["map"]);
        param.tensor = readPlace(json["tensor"], buffers);
        return param;
    }
    if (!isHex(json["hex"].text())) throw BadJob("expected bytes in hexadecimal");
    param.bytes = fromHex(json["hex"].text());
    for (const Json& address : json["addresses"].items()) {
        param.addresses.push_back(readPlace(address, buffers));
        if (param.addresses.back().offset + sizeof(CUdeviceptr) > param.bytes.size()) throw BadJob("an address does not fit");
    }
    if (!json.has("maps")) return param;
    for (const Json& item : json["maps"].items()) {
        param.maps.push_back({item["offset"].count(), readTensorMap(item["map"]), readPlace(item["tensor"], buffers)});
        if (param.maps.back().offset + sizeof(CUtensorMap) > param.bytes.size()) throw BadJob("a tensor map does not fit");
    }
    return param;
}

inline void readThree(unsigned (&to)[3], const Json& json) {
    const auto counts = json.counts<unsigned>();
    if (counts.size() != 3) throw BadJob("expected three counts");
    for (int i = 0; i < 3; i++) to[i] = counts[i];
}

inline void readLaunch(Launch& launch, const Json& json, JobData& data) {
    launch.module = data.module(json["module"]);
    launch.entry = json["entry"].text();
    Shape& shape = launch.shape = {};
    readThree(shape.grid, json["grid"]);
    readThree(shape.block, json["block"]);
    if (json.has("cluster")) readThree(shape.cluster, json["cluster"]);
    shape.isOverlapping = json.has("programmaticStreamSerialization");
    shape.dynamicSharedBytes = json["dynamicSharedBytes"].countAs<unsigned>();
    for (const Json& buffer : json["buffers"].items()) launch.buffers.push_back(readContent(buffer, data));
    for (const Json& symbol : json["symbols"].items()) launch.symbols.push_back(readContent(symbol, data));
    for (const Json& param : json["params"].items()) launch.params.push_back(readParam(param, launch.buffers));
}

// Number of a buffer of so many bytes.
inline size_t readBuffer(const Json& json, const Launch& launch, uint64_t bytes) {
    const size_t buffer = json.count();
    if (buffer >= launch.buffers.size() || launch.buffers[buffer].bytes != bytes) throw BadJob("no such buffer");
    return buffer;
}

inline Reference readReference(const Json& json, JobData& data) {
    Reference reference;
    readLaunch(reference, json, data);
    for (const Json& item : json["spots"].items()) {
        const size_t buffer = item["buffer"].count();
        const uint64_t count = item["count"].count();
        if (buffer >= reference.buffers.size() || count > UINT32_MAX) throw BadJob("no such buffer");
        const auto* indices = data.bytes(item["indices"], count * sizeof(uint32_t));
        for (uint64_t i = 0; i < count; i++) {
            uint32_t index;
            std::memcpy(&index, indices + i * sizeof index, sizeof index);
            if (index >= reference.buffers[buffer].bytes / sizeof(double)) throw BadJob("a spot beyond its buffer");
        }
        reference.spots.push_back({buffer, count, indices, data.bytes(item["values"], count * sizeof(double))});
    }
    if (reference.spots.empty()) throw BadJob("nothing says that the reference is right");
    return reference;
}

inline Expected readExpected(const Json& json, const Contender& contender, const std::optional<Reference>& reference,
                             JobData& data) {
    const size_t buffer = json["buffer"].count(), elementBytes = json["elementBytes"].count();
    if (buffer >= contender.buffers.size() || elementBytes == 0) throw BadJob("no such buffer");
    const uint64_t bytes = contender.buffers[buffer].bytes;
    if (bytes % elementBytes != 0) throw BadJob("a part of an element");
    Expected expected{buffer, nullptr, elementBytes, "", 0, 0};
    if (json.has("piece")) {
        expected.bytes = data.bytes(json["piece"], bytes);
        return expected;
    }
    if (!reference) throw BadJob("bounds without a reference");
    const uint64_t doubles = bytes / elementBytes * sizeof(double);
    expected.type = json["type"].text();
    expected.values = readBuffer(json["values"], *reference, doubles);
    expected.bounds = readBuffer(json["bounds"], *reference, doubles);
    return expected;
}

inline Contender readContender(const Json& json, const std::optional<Reference>& reference, JobData& data) {
    Contender contender;
    readLaunch(contender, json, data);
    for (const Json& item : json["expected"].items())
        contender.expected.push_back(readExpected(item, contender, reference, data));
    if (contender.expected.empty()) throw BadJob("nothing says what is right");
    return contender;
}
