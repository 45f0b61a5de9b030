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
//   pointer <buffer> <byte offset>                    its parameters, in order
//   bytes <hex>
//   pointerAt <offset> <buffer> <byte offset>         an address within the bytes above: a struct's field
//   tensorMap <value|address> <buffer> <byte offset> <type> <rank> <dims> <strides> <box> <element strides>
//     <interleave> <swizzle> <l2> <fill>              enumerations of cuda.h
//   run
// out.bin holds, for each launch, its outputs in order. Standard output has one line per launch: ok, or the error.
#include <cuda.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

void* symbol(const char* name) {
    static void* driver = dlopen("libcuda.so.1", RTLD_NOW);
    void* found = driver ? dlsym(driver, name) : nullptr;
    if (!found) {
        std::fprintf(stderr, "no NVIDIA driver on this machine: %s\n", name);
        std::exit(3);
    }
    return found;
}
#define DRIVER(name) reinterpret_cast<decltype(&name)>(symbol(#name))
// The driver exports some calls under a versioned name, which the header maps by macro.
#define DRIVER_V2(name) reinterpret_cast<decltype(&name)>(symbol(#name "_v2"))

const char* words(CUresult result) {
    const char* text = "?";
    DRIVER(cuGetErrorString)(result, &text);
    return text;
}

void check(CUresult result, const char* what) {
    if (result == CUDA_SUCCESS) return;
    std::fprintf(stderr, "%s: %s\n", what, words(result));
    std::exit(1);
}

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
    unsigned grid[3], block[3], dynamicShared;
    unsigned cluster[3];  // 0: none
    std::vector<Buffer> buffers;
    std::vector<std::vector<unsigned char>> params;
};

std::vector<unsigned char> fromHex(const std::string& hex) {
    std::vector<unsigned char> bytes;
    for (size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

// Into the last parameter, at byte `at`. `rest` names a buffer and an offset in it.
void putAddress(Launch& launch, size_t at, std::istringstream& rest) {
    size_t index, offset;
    rest >> index >> offset;
    const CUdeviceptr address = launch.buffers[index].at + offset;
    std::memcpy(launch.params.back().data() + at, &address, sizeof address);
}

template <class T>
std::vector<T> list(std::istringstream& from, size_t count) {
    std::vector<T> values(count + 1);  // the driver takes no null, also where a list is empty
    for (size_t i = 0; i < count; i++) from >> values[i];
    return values;
}

// A parameter that is a tensor map, or the address of one in device memory.
void putTensorMap(Launch& launch, std::istringstream& rest) {
    std::string pass;
    size_t index, offset, rank;
    int type, interleave, swizzle, l2, fill;
    rest >> pass >> index >> offset >> type >> rank;
    const auto dims = list<cuuint64_t>(rest, rank), strides = list<cuuint64_t>(rest, rank - 1);
    const auto box = list<cuuint32_t>(rest, rank), steps = list<cuuint32_t>(rest, rank);
    rest >> interleave >> swizzle >> l2 >> fill;
    CUtensorMap map;
    check(DRIVER(cuTensorMapEncodeTiled)(
              &map, static_cast<CUtensorMapDataType>(type), static_cast<cuuint32_t>(rank),
              reinterpret_cast<void*>(launch.buffers[index].at + offset), dims.data(), strides.data(), box.data(),
              steps.data(), static_cast<CUtensorMapInterleave>(interleave), static_cast<CUtensorMapSwizzle>(swizzle),
              static_cast<CUtensorMapL2promotion>(l2), static_cast<CUtensorMapFloatOOBfill>(fill)),
          "cuTensorMapEncodeTiled");
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
    CUresult result = DRIVER(cuModuleGetFunction)(&function, module, launch.entry.c_str());
    if (result != CUDA_SUCCESS) return result;
    result = DRIVER(cuFuncSetAttribute)(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                        static_cast<int>(launch.dynamicShared));
    if (result != CUDA_SUCCESS) return result;
    std::vector<void*> params;
    for (auto& param : launch.params) params.push_back(param.data());
    CUlaunchAttribute cluster{};
    cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    cluster.value.clusterDim = {launch.cluster[0], launch.cluster[1], launch.cluster[2]};
    CUlaunchConfig config{};
    config.gridDimX = launch.grid[0], config.gridDimY = launch.grid[1], config.gridDimZ = launch.grid[2];
    config.blockDimX = launch.block[0], config.blockDimY = launch.block[1], config.blockDimZ = launch.block[2];
    config.sharedMemBytes = launch.dynamicShared;
    config.attrs = &cluster;
    config.numAttrs = launch.cluster[0] > 0 ? 1 : 0;
    result = DRIVER(cuLaunchKernelEx)(&config, function, params.data(), nullptr);
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

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: replay JOB DATA OUT\n");
        return 2;
    }
    check(DRIVER(cuInit)(0), "cuInit");
    CUdevice device;
    check(DRIVER(cuDeviceGet)(&device, 0), "cuDeviceGet");
    CUcontext context;
    check(DRIVER(cuDevicePrimaryCtxRetain)(&context, device), "cuDevicePrimaryCtxRetain");
    check(DRIVER(cuCtxSetCurrent)(context), "cuCtxSetCurrent");

    const std::vector<char> data = contents(arguments[2]);
    std::ofstream out(arguments[3], std::ios::binary);
    std::ifstream job(arguments[1]);
    CUmodule module = nullptr;
    Launch launch;
    for (std::string line; std::getline(job, line);) {
        std::istringstream rest(line);
        std::string word;
        rest >> word;
        if (word == "module") {
            std::string path;
            rest >> path;
            check(DRIVER(cuModuleLoadData)(&module, contents(path).data()), path.c_str());
        } else if (word == "launch") {
            launch = {};
            rest >> launch.entry;
            for (auto& n : launch.grid) rest >> n;
            for (auto& n : launch.block) rest >> n;
            rest >> launch.dynamicShared;
        } else if (word == "cluster") {
            for (auto& n : launch.cluster) rest >> n;
        } else if (word == "buffer") {
            size_t size, offset;
            bool isOutput;
            rest >> size >> offset >> isOutput;
            Buffer buffer{0, size, isOutput};
            check(DRIVER_V2(cuMemAlloc)(&buffer.at, size), "cuMemAlloc");
            check(DRIVER_V2(cuMemcpyHtoD)(buffer.at, data.data() + offset, size), "cuMemcpyHtoD");
            launch.buffers.push_back(buffer);
        } else if (word == "pointer") {
            launch.params.emplace_back(sizeof(CUdeviceptr));
            putAddress(launch, 0, rest);
        } else if (word == "pointerAt") {
            size_t at;
            rest >> at;
            putAddress(launch, at, rest);
        } else if (word == "bytes") {
            std::string hex;
            rest >> hex;
            launch.params.push_back(fromHex(hex));
        } else if (word == "tensorMap") {
            putTensorMap(launch, rest);
        } else if (word == "run") {
            finish(module, launch, out);
        }
    }
    return 0;
}
