// The launches of a job, as server/runners/launch-job.ts writes them: one word per value, buffers' bytes in a file of their own.
//   module <file>                                     a cubin or PTX, for the launches that follow
//   launch <entry> <grid x y z> <block x y z> <dynamic shared bytes>
//   cluster <x y z>                                   its CTAs, where it has any
//   cooperative, overlapping                          launch attributes, where it has them
//   buffer <bytes> <offset in the data> <1: output>   buffers of the launch, 256-byte aligned on the device; offset -1: zeros
//   bytes <hex>                                       its parameters, in order
//   pointerAt <offset> <buffer> <byte offset>         an address within the bytes above
//   mapAt <offset> <buffer> <byte offset> <type> …    a tensor map within the bytes above, then as below from the type on
//   tensorMap <value|address> <buffer> <byte offset> <type> <rank> <dims> <strides> <box> <element strides>
//     <interleave> <swizzle> <l2> <fill> <1: im2col>  enumerations of cuda.h
//     and, of an im2col map: <lower corner> <upper corner> <channels per pixel> <pixels per column>
//   image <buffer> <form>                             a texture or surface object over a buffer's texels: device-image.hpp
//   global <name> <bytes>                             a variable of the module: zeros before the launch, an output after it
//   storedAt <buffer> <offset> <of buffer> <byte offset>       an address in a buffer's memory; behind all buffers
//   storedMapAt <buffer> <offset> <of buffer> <byte offset> …  a tensor map there, then as above
//   symbol <name> <bytes> <offset in the data>        a variable of the module, filled before the launch
//   run
#pragma once
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>

#include "device-image.hpp"

inline std::vector<char> contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    bytes.push_back(0);  // PTX is text and must end
    return bytes;
}

struct JobBuffer {
    CUdeviceptr at;
    size_t size;
    bool isOutput;
};

struct JobSymbol {
    std::string name;
    size_t size;
    const void* bytes;
};

struct JobLaunch {
    std::string module;  // its file
    std::string entry;
    Shape shape;
    std::vector<JobBuffer> buffers;
    std::vector<Bytes> params;
    std::vector<std::unique_ptr<DeviceImage>> images;
    std::vector<std::pair<std::string, size_t>> globals;
    std::vector<JobSymbol> symbols;
};

inline CUmodule loadModule(const std::string& path) {
    CUmodule module;
    check(DRIVER(cuModuleLoadData)(&module, contents(path).data()), path);
    return module;
}

class JobReader {
   public:
    JobReader(const std::string& job, const std::string& data) : lines(job), data(contents(data)) {}

    // One launch at a time, its buffers filled on the device; they are freed behind `run`.
    void forEach(const std::function<void(JobLaunch&)>& run) {
        std::string file;
        for (std::string line; std::getline(lines, line);) {
            std::istringstream rest(line);
            std::string word;
            rest >> word;
            if (word == "module") {
                rest >> file;
            } else if (word == "launch") {
                launch = {};
                launch.module = file;
                rest >> launch.entry;
                for (auto& n : launch.shape.grid) rest >> n;
                for (auto& n : launch.shape.block) rest >> n;
                rest >> launch.shape.dynamicSharedBytes;
            } else if (word == "run") {
                run(launch);
                launch.images.clear();
                for (const auto& buffer : launch.buffers) DRIVER_V2(cuMemFree)(buffer.at);
            } else {
                add(word, rest);
            }
        }
    }

   private:
    void add(const std::string& word, std::istringstream& rest) {
        if (word == "cluster") {
            for (auto& n : launch.shape.cluster) rest >> n;
        } else if (word == "cooperative") {
            launch.shape.isCooperative = true;
        } else if (word == "overlapping") {
            launch.shape.isOverlapping = true;
        } else if (word == "buffer") {
            size_t size;
            long long offset;
            bool isOutput;
            rest >> size >> offset >> isOutput;
            launch.buffers.push_back(offset < 0 ? cleared(size, isOutput) : filled(data.data() + offset, size, isOutput));
        } else if (word == "bytes") {
            std::string hex;
            rest >> hex;
            launch.params.push_back(fromHex(hex));
        } else if (word == "pointerAt") {
            size_t at;
            rest >> at;
            putAddress(at, rest);
        } else if (word == "mapAt") {
            size_t at;
            rest >> at;
            const CUtensorMap map = readTensorMap(rest);
            std::memcpy(launch.params.back().data() + at, &map, sizeof map);
        } else if (word == "tensorMap") {
            putTensorMap(rest);
        } else if (word == "image") {
            putImage(rest);
        } else if (word == "storedAt") {
            putStoredAddress(rest);
        } else if (word == "storedMapAt") {
            putStoredMap(rest);
        } else if (word == "symbol") {
            JobSymbol symbol;
            size_t offset;
            rest >> symbol.name >> symbol.size >> offset;
            symbol.bytes = data.data() + offset;
            launch.symbols.push_back(symbol);
        } else if (word == "global") {
            auto& [name, size] = launch.globals.emplace_back();
            rest >> name >> size;
        }
    }

    static JobBuffer filled(const void* bytes, size_t size, bool isOutput) {
        JobBuffer buffer{0, size, isOutput};
        check(DRIVER_V2(cuMemAlloc)(&buffer.at, size), "cuMemAlloc");
        check(DRIVER_V2(cuMemcpyHtoD)(buffer.at, bytes, size), "cuMemcpyHtoD");
        return buffer;
    }

    static JobBuffer cleared(size_t size, bool isOutput) {
        JobBuffer buffer{0, size, isOutput};
        check(DRIVER_V2(cuMemAlloc)(&buffer.at, size), "cuMemAlloc");
        check(DRIVER_V2(cuMemsetD8)(buffer.at, 0, size), "cuMemsetD8");
        return buffer;
    }

    // Into the last parameter, at byte `at`. `rest` names a buffer and an offset in it.
    void putAddress(size_t at, std::istringstream& rest) {
        size_t index, offset;
        rest >> index >> offset;
        const CUdeviceptr address = launch.buffers[index].at + offset;
        std::memcpy(launch.params.back().data() + at, &address, sizeof address);
    }

    void putStoredAddress(std::istringstream& rest) {
        size_t into, at, index, offset;
        rest >> into >> at >> index >> offset;
        const CUdeviceptr address = launch.buffers[index].at + offset;
        check(DRIVER_V2(cuMemcpyHtoD)(launch.buffers[into].at + at, &address, sizeof address), "a stored address");
    }

    void putStoredMap(std::istringstream& rest) {
        size_t into, at;
        rest >> into >> at;
        const CUtensorMap map = readTensorMap(rest);
        check(DRIVER_V2(cuMemcpyHtoD)(launch.buffers[into].at + at, &map, sizeof map), "a stored tensor map");
    }

    template <class T>
    static std::vector<T> list(std::istringstream& from, size_t count) {
        std::vector<T> values(count + 1);  // TensorMap's lists are not empty
        for (size_t i = 0; i < count; i++) from >> values[i];
        return values;
    }

    CUtensorMap readTensorMap(std::istringstream& rest) {
        size_t index, offset;
        TensorMap of{};
        rest >> index >> offset >> of.type >> of.rank;
        of.dims = list<cuuint64_t>(rest, of.rank), of.stridesBytes = list<cuuint64_t>(rest, of.rank - 1);
        of.box = list<cuuint32_t>(rest, of.rank), of.elementStrides = list<cuuint32_t>(rest, of.rank);
        rest >> of.interleave >> of.swizzle >> of.l2Promotion >> of.oobFill >> of.isIm2col;
        if (of.isIm2col) {
            of.lowerCorner = list<int>(rest, of.rank - 2), of.upperCorner = list<int>(rest, of.rank - 2);
            rest >> of.channelsPerPixel >> of.pixelsPerColumn;
        }
        return encode(of, launch.buffers[index].at + offset);
    }

    // A parameter that is a tensor map, or the address of one in device memory.
    void putTensorMap(std::istringstream& rest) {
        std::string pass;
        rest >> pass;
        const CUtensorMap map = readTensorMap(rest);
        const auto* bytes = reinterpret_cast<const unsigned char*>(&map);
        if (pass == "value") {
            launch.params.emplace_back(bytes, bytes + sizeof map);
            return;
        }
        const JobBuffer copy = filled(bytes, sizeof map, false);
        launch.buffers.push_back(copy);
        launch.params.emplace_back(sizeof copy.at);
        std::memcpy(launch.params.back().data(), &copy.at, sizeof copy.at);
    }

    void putImage(std::istringstream& rest) {
        size_t index;
        rest >> index;
        const ImageForm form = readImageForm(rest);
        const auto& image = launch.images.emplace_back(std::make_unique<DeviceImage>(form, launch.buffers[index].at));
        launch.params.emplace_back(sizeof image->object);
        std::memcpy(launch.params.back().data(), &image->object, sizeof image->object);
    }

    std::ifstream lines;
    const std::vector<char> data;
    JobLaunch launch;
};
