// The resident process that runs launches on this machine's GPU, checks what they leave behind, and times them. Jobs come in on
// standard input, one JSON line each; frames go out on standard output (frames.hpp). The end of its input is its own end, and so
// is any error of CUDA, of which a context does not recover. src/contract/run-job.ts is the other side.
//
//   nvcc -O2 -std=c++17 -arch=sm_90a -I../include -o runner runner.cu -ldl
//
// Exit codes: 0 the input ended, 1 CUDA failed, 3 there is no GPU, 4 a job took too long.
#include <atomic>
#include <condition_variable>
#include <iostream>
#include <limits>
#include <queue>
#include <thread>

#include "ceilings.cuh"
#include "comparison.cuh"
#include "gpu-lock.hpp"

namespace {

constexpr int EXIT_TIMED_OUT = 4, NOBODY = -1;

struct Machine {
    CUdevice device;
    int smCount, l2Bytes;
};

int attribute(CUdevice_attribute which, CUdevice of) {
    int value;
    check(DRIVER(cuDeviceGetAttribute)(&value, which, of), "cuDeviceGetAttribute");
    return value;
}

std::string uuidOf(CUdevice device) {
    CUuuid uuid;
    check(DRIVER_V2(cuDeviceGetUuid)(&uuid, device), "cuDeviceGetUuid");
    std::string hex;
    for (const char byte : uuid.bytes) {
        char pair[3];
        std::snprintf(pair, sizeof pair, "%02x", static_cast<unsigned char>(byte));
        hex += pair;
    }
    return hex;
}

std::string deviceFields(const Machine& machine) {
    char name[256];
    check(DRIVER(cuDeviceGetName)(name, sizeof name, machine.device), "cuDeviceGetName");
    int driver;
    check(DRIVER(cuDriverGetVersion)(&driver), "cuDriverGetVersion");
    const int major = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, machine.device);
    const int minor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, machine.device);
    return "\"name\":" + quoted(name) + ",\"uuid\":" + quoted(uuidOf(machine.device)) + ",\"arch\":" +
           quoted("sm_" + std::to_string(10 * major + minor)) + ",\"smCount\":" + std::to_string(machine.smCount) +
           ",\"l2Bytes\":" + std::to_string(machine.l2Bytes) + ",\"cudaVersion\":" + std::to_string(driver);
}

// Lines of standard input, read beside the job that runs: when the input ends, the process ends at once.
class Input {
public:
    Input() {
        std::thread([this] {
            for (std::string line; std::getline(std::cin, line);) {
                const std::lock_guard<std::mutex> lock(mutex);
                lines.push(line);
                arrived.notify_one();
            }
            _exit(0);
        }).detach();
    }

    std::string next() {
        std::unique_lock<std::mutex> lock(mutex);
        arrived.wait(lock, [this] { return !lines.empty(); });
        std::string line = std::move(lines.front());
        lines.pop();
        return line;
    }

private:
    std::queue<std::string> lines;
    std::mutex mutex;
    std::condition_variable arrived;
};

// Number of the contender that a failure is of.
std::atomic<int> atWork{NOBODY};

// Ends the process when a job is not over in time: a kernel that hangs cannot be stopped otherwise.
class Deadline {
public:
    explicit Deadline(Frames& frames) {
        std::thread([this, &frames] {
            for (;; std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
                if (Clock::now().time_since_epoch().count() < at) continue;
                frames.fail("timeout", "the job took too long", atWork);
                _exit(EXIT_TIMED_OUT);
            }
        }).detach();
    }

    void set(std::chrono::milliseconds from) { at = (Clock::now() + from).time_since_epoch().count(); }
    void clear() { at = NEVER; }

private:
    static constexpr Clock::rep NEVER = std::numeric_limits<Clock::rep>::max();
    std::atomic<Clock::rep> at{NEVER};
};

Method methodOf(const std::string& name) {
    if (name != "cold" && name != "steady") throw BadJob("no method " + name);
    return name == "cold" ? Method::cold : Method::steady;
}

// `isTimed`: else every contender runs once and is checked.
void compare(const Json& job, Frames& frames, const Machine& machine, ClockWatch& clockWatch, bool isTimed) {
    JobData data(job["data"].text());
    std::optional<Reference> reference;
    if (job.has("reference")) reference = readReference(job["reference"], data);
    std::vector<Contender> contenders;
    for (const Json& contender : job["contenders"].items()) contenders.push_back(readContender(contender, reference, data));
    const Method method = isTimed ? methodOf(job["method"].text()) : Method::cold;
    const double maxSeconds = isTimed ? job["maxSeconds"].real() : 0;
    Comparison comparison(frames, atWork, clockWatch, static_cast<size_t>(machine.l2Bytes), machine.smCount, method, maxSeconds);
    try {
        isTimed ? comparison.run(contenders, reference) : comparison.runOnce(contenders, reference);
    } catch (const WrongReference& wrong) {
        frames.fail("reference", wrong.what(), NOBODY);
    } catch (const CudaFailure& failure) {
        frames.fail("cuda", failure.what(), atWork);
        _exit(1);
    }
}

// A fresh process proves itself: what hangs here hangs whatever it is given.
void introduce(Frames& frames, const Machine& machine) {
    Stopwatch(machine.smCount).take([](CUstream) {}, [](CUstream) {});
    frames.send("device", deviceFields(machine));
}

void perform(const Json& job, Frames& frames, const Machine& machine, ClockWatch& clockWatch, Deadline& deadline) {
    const std::string kind = job["kind"].text();
    const std::chrono::milliseconds timeout(job["timeoutMs"].count());
    // Of the job itself: somebody else's may take as long as it likes.
    const GpuLock lock(uuidOf(machine.device), [&] { frames.send("waiting"); });
    atWork = NOBODY;
    deadline.set(timeout);
    if (kind == "device") introduce(frames, machine);
    else if (kind == "ceilings") frames.send("ceilings", ceilingFields(machine.smCount));
    else if (kind == "compare" || kind == "check") compare(job, frames, machine, clockWatch, kind == "compare");
    else throw BadJob("no kind of job " + kind);
}

void serve(Frames& frames) {
    Machine machine{openDevice(), 0, 0};
    machine.smCount = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, machine.device);
    machine.l2Bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, machine.device);
    ClockWatch clockWatch(uuidOf(machine.device));
    Input input;
    Deadline deadline(frames);
    for (;;) {
        const std::string line = input.next();
        try {
            const Json job = Json::parse(line);
            frames.begin(job["nonce"].text());
            perform(job, frames, machine, clockWatch, deadline);
        } catch (const BadJob& bad) {
            frames.fail("job", bad.what(), NOBODY);
        }
        deadline.clear();
    }
}

}  // namespace

int main() {
    Frames frames;
    try {
        serve(frames);
    } catch (const CudaFailure& failure) {
        frames.fail("cuda", failure.what(), NOBODY);
        _exit(1);
    }
}
