// Runs launches on this machine's GPU, one after the other, and writes what their buffers hold at the end. It knows
// nothing of what they compute: bytes in, bytes out. scripts/replay writes the job and compares the bytes.
//
//   nvcc -O2 -o replay replay.cpp -ldl && ./replay job.txt data.bin out.bin [each]
//
// With `each` every launch has a process of its own: one that faults loses no other.
//
// out.bin holds, for each launch, its outputs in order, then its globals. Standard output has one line per launch: ok, or the error.
#include <sys/wait.h>
#include <unistd.h>

#include <optional>

#include "launch-job.hpp"

namespace {

CUresult start(CUmodule module, JobLaunch& launch) {
    CUfunction function;
    CUresult result = findEntry(&function, module, launch.entry, launch.shape);
    if (result != CUDA_SUCCESS) return result;
    result = enqueue(function, launch.shape, launch.params, nullptr);
    return result == CUDA_SUCCESS ? DRIVER(cuCtxSynchronize)() : result;
}

CUdeviceptr placeOf(CUmodule module, const std::string& name, size_t size) {
    CUdeviceptr at;
    size_t found;
    check(DRIVER_V2(cuModuleGetGlobal)(&at, &found, module, name.c_str()), name);
    if (found != size) throw CudaFailure(name + " has another size");
    return at;
}

void write(CUdeviceptr from, size_t size, std::ofstream& out) {
    std::vector<char> bytes(size);
    // After a fault the context is lost and so are the bytes; the line of the launch says it.
    DRIVER_V2(cuMemcpyDtoH)(bytes.data(), from, size);
    out.write(bytes.data(), static_cast<std::streamsize>(size));
}

void finish(CUmodule module, JobLaunch& launch, std::ofstream& out) {
    for (const auto& [name, size] : launch.globals)
        check(DRIVER_V2(cuMemsetD8)(placeOf(module, name, size), 0, size), name);
    for (const JobSymbol& symbol : launch.symbols)
        check(DRIVER_V2(cuMemcpyHtoD)(placeOf(module, symbol.name, symbol.size), symbol.bytes, symbol.size), symbol.name);
    const CUresult result = start(module, launch);
    std::printf("%s %s\n", launch.entry.c_str(), result == CUDA_SUCCESS ? "ok" : words(result));
    for (const auto& image : launch.images) image->bringBack();
    for (const auto& buffer : launch.buffers)
        if (buffer.isOutput) write(buffer.at, buffer.size, out);
    for (const auto& [name, size] : launch.globals) write(placeOf(module, name, size), size, out);
}

// Launch `only`, or all of them.
int play(char** arguments, std::optional<size_t> only = {}) {
    openDevice();
    std::ofstream out(arguments[3], only ? std::ios::binary | std::ios::app : std::ios::binary);
    std::string loaded;
    CUmodule module = nullptr;
    size_t number = 0;
    JobReader(arguments[1], arguments[2]).forEach([&](JobLaunch& launch) {
        if (number++ != only.value_or(number - 1)) return;
        if (launch.module != loaded) module = loadModule(launch.module);
        loaded = launch.module;
        finish(module, launch, out);
        // A lost context takes no further call: the process ends here.
        if (only) std::fflush(stdout), out.flush(), _exit(0);
    });
    return 0;
}

int playEach(char** arguments) {
    std::ofstream(arguments[3], std::ios::binary);
    std::ifstream job(arguments[1]);
    size_t number = 0;
    for (std::string line; std::getline(job, line);) {
        if (line != "run") continue;
        const pid_t child = fork();
        if (child == 0) _exit(play(arguments, number));
        waitpid(child, nullptr, 0);
        number++;
    }
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const bool isEach = count == 5 && std::string(arguments[4]) == "each";
    if (count != 4 && !isEach) {
        std::fprintf(stderr, "usage: replay JOB DATA OUT [each]\n");
        return 2;
    }
    try {
        return isEach ? playEach(arguments) : play(arguments);
    } catch (const CudaFailure& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
