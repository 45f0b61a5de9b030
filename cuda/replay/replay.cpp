// Runs launches on this machine's GPU, one after the other, and writes what their buffers hold at the end. It knows
// nothing of what they compute: bytes in, bytes out. scripts/replay writes the job and compares the bytes.
//
//   nvcc -O2 -o replay replay.cpp -ldl && ./replay job.txt data.bin out.bin
//
// out.bin holds, for each launch, its outputs in order. Standard output has one line per launch: ok, or the error.
#include "launch-job.hpp"

namespace {

CUresult start(CUmodule module, JobLaunch& launch) {
    CUfunction function;
    CUresult result = findEntry(&function, module, launch.entry, launch.shape);
    if (result != CUDA_SUCCESS) return result;
    result = enqueue(function, launch.shape, launch.params, nullptr);
    return result == CUDA_SUCCESS ? DRIVER(cuCtxSynchronize)() : result;
}

void finish(CUmodule module, JobLaunch& launch, std::ofstream& out) {
    const CUresult result = start(module, launch);
    std::printf("%s %s\n", launch.entry.c_str(), result == CUDA_SUCCESS ? "ok" : words(result));
    for (auto& buffer : launch.buffers) {
        std::vector<char> bytes(buffer.isOutput ? buffer.size : 0);
        // After a fault the context is lost and so are the bytes; the line above says it.
        if (buffer.isOutput) DRIVER_V2(cuMemcpyDtoH)(bytes.data(), buffer.at, buffer.size);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
}

int play(char** arguments) {
    openDevice();
    std::ofstream out(arguments[3], std::ios::binary);
    std::string loaded;
    CUmodule module = nullptr;
    JobReader(arguments[1], arguments[2]).forEach([&](JobLaunch& launch) {
        if (launch.module != loaded) module = loadModule(launch.module);
        loaded = launch.module;
        finish(module, launch, out);
    });
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
