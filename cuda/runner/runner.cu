// The resident process that runs launches on this machine's GPU, checks what they leave behind, and times them. Jobs and all
// bytes that they name come in on standard input (messages.hpp); frames go out on standard output (frames.hpp). So whatever carries
// these two, such as ssh or srun, can stand between this process and the server. The end of its input is its own end, and so is any
// error of CUDA, of which a context does not recover. src/contract/run-job.ts is the other side.
//
//   nvcc -O2 -std=c++17 -arch=sm_90a -I../include -o runner runner.cu -ldl
//
// Exit codes: 0 the input ended, 1 CUDA failed, 3 there is no GPU, 4 a job took too long, 5 the input cannot be read.
#include <atomic>
#include <limits>

#include "ceilings.cuh"
#include "comparison.cuh"
#include "gpu-lock.hpp"
#include "messages.hpp"

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
void compare(const Json& job, const Pieces& pieces, Frames& frames, const Machine& machine, Watches& watches, bool isTimed) {
    JobData data(pieces);
    std::optional<Reference> reference;
    if (job.has("reference")) reference = readReference(job["reference"], data);
    std::vector<Contender> contenders;
    for (const Json& contender : job["contenders"].items()) contenders.push_back(readContender(contender, reference, data));
    const Method method = isTimed ? methodOf(job["method"].text()) : Method::cold;
    const double maxSeconds = isTimed ? job["maxSeconds"].real() : 0;
    Comparison comparison(frames, atWork, watches, static_cast<size_t>(machine.l2Bytes), machine.smCount, method, maxSeconds);
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
void introduce(Frames& frames, const Machine& machine, const Watches& watches) {
    Stopwatch(machine.smCount).take([](CUstream) {}, [](CUstream) {});
    const std::string driver = watches.neighbours.driver();
    frames.send("device", deviceFields(machine) + (driver.empty() ? "" : ",\"driver\":" + quoted(driver)));
}

void perform(const Json& job, const Pieces& pieces, Frames& frames, const Machine& machine, Watches& watches, Deadline& deadline) {
    const std::string kind = job["kind"].text();
    const std::chrono::milliseconds timeout(job["timeoutMs"].count());
    // Of the job itself: somebody else's may take as long as it likes.
    const GpuLock lock(uuidOf(machine.device), [&] { frames.send("waiting"); });
    atWork = NOBODY;
    deadline.set(timeout);
    if (kind == "device") introduce(frames, machine, watches);
    else if (kind == "ceilings") frames.send("ceilings", ceilingFields(machine.smCount));
    else if (kind == "compare" || kind == "check") compare(job, pieces, frames, machine, watches, kind == "compare");
    else throw BadJob("no kind of job " + kind);
}

void serve(Frames& frames) {
    // Whoever started this through a queue hears that it runs, and where. The word tells it from a greeting.
    if (const char* hello = std::getenv("LANESCAPE_HELLO")) {
        char host[256] = "";
        gethostname(host, sizeof host - 1);
        std::fprintf(stderr, "%s runs on %s\n", hello, host);
    }
    // Before the driver, which may take its time: the input may end meanwhile.
    Input input;
    Machine machine{firstDevice(), 0, 0};
    Watches watches(uuidOf(machine.device));
    useDevice(machine.device);
    watches.neighbours.knowSelf();
    machine.smCount = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, machine.device);
    machine.l2Bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, machine.device);
    Pieces pieces;
    Deadline deadline(frames);
    for (;;) {
        const std::string line = input.next(pieces);
        try {
            const Json job = Json::parse(line);
            frames.begin(job["nonce"].text());
            perform(job, pieces, frames, machine, watches, deadline);
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
