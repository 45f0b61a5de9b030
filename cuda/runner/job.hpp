// A comparison as the server orders it (src/contract/run-job.ts has the same as a schema), and the bytes that it names.
#pragma once
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "device-launch.hpp"
#include "json.hpp"

// One file with the bytes of all buffers, mapped.
class DataFile {
public:
    explicit DataFile(const std::string& path) {
        const int file = open(path.c_str(), O_RDONLY);
        struct stat about;
        if (file < 0 || fstat(file, &about) != 0) throw BadJob("cannot read " + path);
        size = static_cast<size_t>(about.st_size);
        if (size > 0) start = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        close(file);
        if (start == MAP_FAILED) throw BadJob("cannot map " + path);
    }
    ~DataFile() {
        if (start) munmap(start, size);
    }
    DataFile(const DataFile&) = delete;
    DataFile& operator=(const DataFile&) = delete;

    const unsigned char* bytes(uint64_t offset, uint64_t length) const {
        if (offset > size || length > size - offset) throw BadJob("beyond the end of the data");
        return static_cast<const unsigned char*>(start) + offset;
    }

private:
    void* start = nullptr;
    size_t size = 0;
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

struct Param {
    Bytes bytes;
    std::vector<Place> addresses;
    bool isTensorMap = false, isAddress = false;
    TensorMap map;
    Place tensor;
};

struct Expected {
    size_t buffer;
    const unsigned char* bytes;
    std::string type;
    double tolerance;
};

struct Contender {
    std::string module, entry;
    Shape shape;
    std::vector<Content> buffers, symbols;
    std::vector<Param> params;
    std::vector<Expected> expected;
};

inline Content readContent(const Json& json, const DataFile& data) {
    Content content{"", json["bytes"].count(), nullptr, 0, json.has("isOutput")};
    if (json.has("name")) content.name = json["name"].text();
    if (json.has("dataOffset")) content.from = data.bytes(json["dataOffset"].count(), content.bytes);
    else content.fill = static_cast<unsigned char>(json["fill"].count());
    return content;
}

inline Place readPlace(const Json& json, const std::vector<Content>& buffers) {
    const Place place{json["offset"].count(), json["buffer"].count(), json["byteOffset"].count()};
    if (place.buffer >= buffers.size() || place.byteOffset > buffers[place.buffer].bytes) throw BadJob("no such buffer");
    return place;
}

inline TensorMap readTensorMap(const Json& json) {
    TensorMap map{};
    map.type = static_cast<int>(json["type"].count());
    map.dims = json["dims"].counts<cuuint64_t>();
    map.rank = map.dims.size();
    map.stridesBytes = json["stridesBytes"].counts<cuuint64_t>();
    map.box = json["box"].counts<cuuint32_t>();
    map.elementStrides = json["elementStrides"].counts<cuuint32_t>();
    const bool fits = map.stridesBytes.size() + 1 == map.rank && map.box.size() == map.rank;
    if (!fits || map.elementStrides.size() != map.rank) throw BadJob("a tensor map's lists have different lengths");
    map.stridesBytes.push_back(0);
    map.interleave = static_cast<int>(json["interleave"].count());
    map.swizzle = static_cast<int>(json["swizzle"].count());
    map.l2Promotion = static_cast<int>(json["l2Promotion"].count());
    map.oobFill = static_cast<int>(json["oobFill"].count());
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
    param.bytes = fromHex(json["hex"].text());
    for (const Json& address : json["addresses"].items()) {
        param.addresses.push_back(readPlace(address, buffers));
        if (param.addresses.back().offset + sizeof(CUdeviceptr) > param.bytes.size()) throw BadJob("an address does not fit");
    }
    return param;
}

inline void readThree(unsigned (&to)[3], const Json& json) {
    const auto counts = json.counts<unsigned>();
    if (counts.size() != 3) throw BadJob("expected three counts");
    for (int i = 0; i < 3; i++) to[i] = counts[i];
}

inline Contender readContender(const Json& json, const DataFile& data) {
    Contender contender{json["module"].text(), json["entry"].text(), {}, {}, {}, {}, {}};
    readThree(contender.shape.grid, json["grid"]);
    readThree(contender.shape.block, json["block"]);
    if (json.has("cluster")) readThree(contender.shape.cluster, json["cluster"]);
    contender.shape.isOverlapping = json.has("programmaticStreamSerialization");
    contender.shape.dynamicSharedBytes = static_cast<unsigned>(json["dynamicSharedBytes"].count());
    for (const Json& buffer : json["buffers"].items()) contender.buffers.push_back(readContent(buffer, data));
    for (const Json& symbol : json["symbols"].items()) contender.symbols.push_back(readContent(symbol, data));
    for (const Json& param : json["params"].items()) contender.params.push_back(readParam(param, contender.buffers));
    for (const Json& item : json["expected"].items()) {
        const size_t buffer = item["buffer"].count();
        if (buffer >= contender.buffers.size()) throw BadJob("no such buffer");
        const auto* bytes = data.bytes(item["dataOffset"].count(), contender.buffers[buffer].bytes);
        contender.expected.push_back({buffer, bytes, item["type"].text(), item["tolerance"].real()});
    }
    if (contender.expected.empty()) throw BadJob("nothing says what is right");
    return contender;
}

// PTX is text and must end.
inline std::vector<char> fileContents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw BadJob("cannot read " + path);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    bytes.push_back(0);
    return bytes;
}
