// Runs launches on this machine's GPU, one after the other, and writes what their buffers hold at the end. It knows
// nothing of what they compute: bytes in, bytes out. scripts/replay writes the job and compares the bytes.
//
//   nvcc -O2 -o replay replay.cpp -ldl && ./replay job.txt data.bin out.bin
//
// The job, one word per value:
//   module <file>                                     a cubin or PTX, for the launches that follow
//   launch <entry> <grid x y z> <block x y z> <dynamic shared bytes>
//   cluster <x y z>                                   its CTAs, where it has any
//   buffer <bytes> <offset in data.bin> <1: output>   buffers of the launch, 256-byte aligned on the device
//   bytes <hex>                                       its parameters, in order
//   pointerAt <offset> <buffer> <byte offset>         an address within the bytes above
//   tensorMap <value|address> <buffer> <byte offset> <type> <rank> <dims> <strides> <box> <element strides>
//     <interleave> <swizzle> <l2> <fill>              enumerations of cuda.h
//   run
// out.bin holds, for each launch, its outputs in order. Standard output has one line per launch: ok, or the error.
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

#include "../runner/device-launch.hpp"

namespace {

std::vector<char> contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
    bytes.push_back(0);  // PTX is text and must end
    return bytes;
}

struct Buffer {
    CUdeviceptr at;
    size_t size;
    bool isOutput;
};

struct Launch {
    std::string entry;
    Shape shape;
    std::vector<Buffer> buffers;
    std::vector<Bytes> params;
};

// Into the last parameter, at byte `at`. `rest` names a buffer and an offset in it.
void putAddress(Launch& launch, size_t at, std::istringstream& rest) {
    size_t index, offset;
    rest >> index >> offset;
    const CUdeviceptr address = launch.buffers[index].at + offset;
    std::memcpy(launch.params.back().data() + at, &address, sizeof address);
}

template <class T>
std::vector<T> list(std::istringstream& from, size_t count) {
    std::vector<T> values(count + 1);  // TensorMap's lists are not empty
    for (size_t i = 0; i < count; i++) from >> values[i];
    return values;
}

// A parameter that is a tensor map, or the address of one in device memory.
void putTensorMap(Launch& launch, std::istringstream& rest) {
    std::string pass;
    size_t index, offset;
    TensorMap of{};
    rest >> pass >> index >> offset >> of.type >> of.rank;
    of.dims = list<cuuint64_t>(rest, of.rank), of.stridesBytes = list<cuuint64_t>(rest, of.rank - 1);
    of.box = list<cuuint32_t>(rest, of.rank), of.elementStrides = list<cuuint32_t>(rest, of.rank);
    rest >> of.interleave >> of.swizzle >> of.l2Promotion >> of.oobFill;
    const CUtensorMap map = encode(of, launch.buffers[index].at + offset);
    const auto* bytes = reinterpret_cast<const unsigned char*>(&map);
    if (pass == "value") {
        launch.params.emplace_back(bytes, bytes + sizeof map);
        return;
    }
    Buffer copy{0, sizeof map, false};
    check(DRIVER_V2(cuMemAlloc)(&copy.at, copy.size), "cuMemAlloc");
    check(DRIVER_V2(cuMemcpyHtoD)(copy.at, bytes, copy.size), "cuMemcpyHtoD");
    launch.buffers.push_back(copy);
    launch.params.emplace_back(sizeof copy.at);
    std::memcpy(launch.params.back().data(), &copy.at, sizeof copy.at);
}

CUresult start(CUmodule module, Launch& launch) {
    CUfunction function;
    CUresult result = findEntry(&function, module, launch.entry, launch.shape);
    if (result != CUDA_SUCCESS) return result;
    result = enqueue(function, launch.shape, launch.params, nullptr);
    return result == CUDA_SUCCESS ? DRIVER(cuCtxSynchronize)() : result;
}

void finish(CUmodule module, Launch& launch, std::ofstream& out) {
    const CUresult result = start(module, launch);
    std::printf("%s %s\n", launch.entry.c_str(), result == CUDA_SUCCESS ? "ok" : words(result));
    for (auto& buffer : launch.buffers) {
        std::vector<char> bytes(buffer.isOutput ? buffer.size : 0);
        // After a fault the context is lost and so are the bytes; the line above says it.
        if (buffer.isOutput) DRIVER_V2(cuMemcpyDtoH)(bytes.data(), buffer.at, buffer.size);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        DRIVER_V2(cuMemFree)(buffer.at);
    }
}

// One line of the job.
void perform(const std::string& word, std::istringstream& rest, CUmodule& module, Launch& launch,
             const std::vector<char>& data, std::ofstream& out) {
    if (word == "module") {
        std::string path;
        rest >> path;
        check(DRIVER(cuModuleLoadData)(&module, contents(path).data()), path);
    } else if (word == "launch") {
        launch = {};
        rest >> launch.entry;
        for (auto& n : launch.shape.grid) rest >> n;
        for (auto& n : launch.shape.block) rest >> n;
        rest >> launch.shape.dynamicSharedBytes;
    } else if (word == "cluster") {
        for (auto& n : launch.shape.cluster) rest >> n;
    } else if (word == "buffer") {
        size_t size, offset;
        bool isOutput;
        rest >> size >> offset >> isOutput;
        Buffer buffer{0, size, isOutput};
        check(DRIVER_V2(cuMemAlloc)(&buffer.at, size), "cuMemAlloc");
        check(DRIVER_V2(cuMemcpyHtoD)(buffer.at, data.data() + offset, size), "cuMemcpyHtoD");
        launch.buffers.push_back(buffer);
    } else if (word == "bytes") {
        std::string hex;
        rest >> hex;
        launch.params.push_back(fromHex(hex));
    } else if (word == "pointerAt") {
        size_t at;
        rest >> at;
        putAddress(launch, at, rest);
    } else if (word == "tensorMap") {
        putTensorMap(launch, rest);
    } else if (word == "run") {
        finish(module, launch, out);
    }
}

int play(char** arguments) {
    openDevice();
    const std::vector<char> data = contents(arguments[2]);
    std::ofstream out(arguments[3], std::ios::binary);
    std::ifstream job(arguments[1]);
    CUmodule module = nullptr;
    Launch launch;
    for (std::string line; std::getline(job, line);) {
        std::istringstream rest(line);
        std::string word;
        rest >> word;
        perform(word, rest, module, launch, data, out);
    }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: replay JOB DATA OUT\n");
        return 2;
    }
    try {
        return play(arguments);
    } catch (const CudaFailure& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
