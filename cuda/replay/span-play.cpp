// Runs each launch of a job as two builds of one kernel: a plain one, `x.cubin`, and one with time stamps (cuda/spans),
// `x.spans.cubin`. It times both in turns, looks whether their outputs are equal, and writes what the second noted.
//
//   nvcc -O2 -std=c++17 -o span-play span-play.cpp -ldl && ./span-play job.txt data.bin out.bin
//
// out.bin holds, for each launch, the bytes of its `spanLog`. Standard output has one line per launch: the module, whether the
// outputs are equal, the bytes of the log, the median ns of a launch of the plain build and of the other.
#include <algorithm>

#include "launch-job.hpp"

namespace {

constexpr int WARM_UP = 20, SAMPLES = 51;
constexpr int LAUNCHES = 20;  // of a sample, one after the other: a single one is too short for events

struct Build {
    CUmodule module;
    CUfunction entry;
    std::vector<float> samplesNs;

    Build(const std::string& path, const JobLaunch& launch) : module(loadModule(path)) {
        check(findEntry(&entry, module, launch.entry, launch.shape), launch.entry);
    }

    void run(JobLaunch& launch) const {
        check(enqueue(entry, launch.shape, launch.params, nullptr), launch.entry);
        settle();
    }

    float medianNs() {
        std::sort(samplesNs.begin(), samplesNs.end());
        return samplesNs[samplesNs.size() / 2];
    }
};

class Stopwatch {
   public:
    Stopwatch() {
        check(DRIVER(cuEventCreate)(&before, CU_EVENT_DEFAULT), "cuEventCreate");
        check(DRIVER(cuEventCreate)(&behind, CU_EVENT_DEFAULT), "cuEventCreate");
    }

    void sample(Build& build, JobLaunch& launch) const {
        check(DRIVER(cuEventRecord)(before, nullptr), "cuEventRecord");
        for (int i = 0; i < LAUNCHES; i++) check(enqueue(build.entry, launch.shape, launch.params, nullptr), launch.entry);
        check(DRIVER(cuEventRecord)(behind, nullptr), "cuEventRecord");
        settle();
        float ms;
        check(DRIVER_V2(cuEventElapsedTime)(&ms, before, behind), "cuEventElapsedTime");
        build.samplesNs.push_back(ms * 1e6f / LAUNCHES);
    }

   private:
    CUevent before, behind;
};

std::vector<char> outputs(const JobLaunch& launch) {
    std::vector<char> all;
    for (const auto& buffer : launch.buffers) {
        if (!buffer.isOutput) continue;
        std::vector<char> bytes(buffer.size);
        check(DRIVER_V2(cuMemcpyDtoH)(bytes.data(), buffer.at, buffer.size), "cuMemcpyDtoH");
        all.insert(all.end(), bytes.begin(), bytes.end());
    }
    return all;
}

// What a single launch notes, after others have filled the caches.
std::vector<char> notes(const Build& stamped, JobLaunch& launch) {
    CUdeviceptr log;
    size_t size;
    check(DRIVER_V2(cuModuleGetGlobal)(&log, &size, stamped.module, "spanLog"), "spanLog");
    check(DRIVER_V2(cuMemsetD8)(log, 0, size), "cuMemsetD8");
    settle();
    stamped.run(launch);
    std::vector<char> bytes(size);
    check(DRIVER_V2(cuMemcpyDtoH)(bytes.data(), log, size), "cuMemcpyDtoH");
    return bytes;
}

void play(JobLaunch& launch, const Stopwatch& stopwatch, std::ofstream& out) {
    Build plain(launch.module, launch);
    Build stamped(launch.module.substr(0, launch.module.rfind(".cubin")) + ".spans.cubin", launch);
    plain.run(launch);
    const std::vector<char> expected = outputs(launch);
    for (int i = 0; i < WARM_UP; i++) plain.run(launch), stamped.run(launch);
    for (int i = 0; i < SAMPLES; i++) stopwatch.sample(plain, launch), stopwatch.sample(stamped, launch);
    for (const auto& buffer : launch.buffers)
        if (buffer.isOutput) check(DRIVER_V2(cuMemsetD8)(buffer.at, 0xff, buffer.size), "cuMemsetD8");
    const std::vector<char> log = notes(stamped, launch);
    const bool isEqual = outputs(launch) == expected;
    std::printf("%s %s %zu %.0f %.0f\n", launch.module.c_str(), isEqual ? "equal" : "different", log.size(),
                plain.medianNs(), stamped.medianNs());
    out.write(log.data(), static_cast<std::streamsize>(log.size()));
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: span-play JOB DATA OUT\n");
        return 2;
    }
    try {
        openDevice();
        const Stopwatch stopwatch;
        std::ofstream out(arguments[3], std::ios::binary);
        JobReader(arguments[1], arguments[2]).forEach([&](JobLaunch& launch) { play(launch, stopwatch, out); });
        return 0;
    } catch (const CudaFailure& failure) {
        std::fprintf(stderr, "%s\n", failure.what());
        return 1;
    }
}
