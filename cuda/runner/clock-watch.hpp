// Why the GPU's clock is not higher, and how hot it is: NVML says so, which comes with the driver. It is loaded while the program
// runs; where there is none, or it does not know the GPU (a slice of one), nothing is said.
#pragma once
#include <dlfcn.h>

#include <chrono>
#include <optional>
#include <string>

class ClockWatch {
public:
    // `reasons`: bits of src/trace/clock-events.ts.
    struct Reading {
        unsigned long long reasons;
        unsigned celsius;
    };

    // `uuid`: 32 hexadecimal digits.
    explicit ClockWatch(const std::string& uuid) : library(dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
        const auto start = call<int (*)()>("nvmlInit_v2");
        const auto find = call<int (*)(const char*, Device*)>("nvmlDeviceGetHandleByUUID");
        askReasons = call<AskReasons>("nvmlDeviceGetCurrentClocksEventReasons");
        // As drivers before 535 call it.
        if (!askReasons) askReasons = call<AskReasons>("nvmlDeviceGetCurrentClocksThrottleReasons");
        askCelsius = call<AskCelsius>("nvmlDeviceGetTemperature");
        isThere = start && find && askReasons && askCelsius && start() == SUCCESS && find(nameOf(uuid).c_str(), &device) == SUCCESS;
    }
    ClockWatch(const ClockWatch&) = delete;
    ClockWatch& operator=(const ClockWatch&) = delete;

    // Between samples. Asked again after 20 ms only: a question takes longer than many a sample.
    std::optional<Reading> read() {
        const auto now = std::chrono::steady_clock::now();
        if (!isThere || (last && now - asked < std::chrono::milliseconds(20))) return last;
        Reading reading{};
        const bool isTold = askReasons(device, &reading.reasons) == SUCCESS && askCelsius(device, OF_THE_GPU, &reading.celsius) == SUCCESS;
        last = isTold ? std::optional<Reading>(reading) : std::nullopt;
        asked = now;
        return last;
    }

private:
    using Device = void*;
    using AskReasons = int (*)(Device, unsigned long long*);
    using AskCelsius = int (*)(Device, int, unsigned*);
    static constexpr int SUCCESS = 0, OF_THE_GPU = 0;

    template <class Call>
    Call call(const char* name) {
        return library ? reinterpret_cast<Call>(dlsym(library, name)) : nullptr;
    }

    // GPU-01234567-89ab-cdef-0123-456789abcdef
    static std::string nameOf(const std::string& uuid) {
        std::string name = "GPU";
        size_t from = 0;
        for (const size_t digits : {8, 4, 4, 4, 12}) {
            name += "-" + uuid.substr(from, digits);
            from += digits;
        }
        return name;
    }

    void* library;
    Device device = nullptr;
    AskReasons askReasons = nullptr;
    AskCelsius askCelsius = nullptr;
    bool isThere = false;
    std::optional<Reading> last;
    std::chrono::steady_clock::time_point asked;
};
