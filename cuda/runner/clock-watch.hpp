// Why the GPU's clock is not higher, and how hot it is: NVML says so. Where there is none, or it does not know
// the GPU (a slice of one), nothing is said.
#pragma once
#include <chrono>
#include <optional>

#include "nvml.hpp"

class ClockWatch {
public:
    // `reasons`: bits of src/trace/clock-events.ts.
    struct Reading {
        unsigned long long reasons;
        unsigned celsius;
    };

    explicit ClockWatch(const Nvml& nvml) : device(nvml.device) {
        askReasons = nvml.call<AskReasons>("nvmlDeviceGetCurrentClocksEventReasons");
        // As drivers before 535 call it.
        if (!askReasons) askReasons = nvml.call<AskReasons>("nvmlDeviceGetCurrentClocksThrottleReasons");
        askCelsius = nvml.call<AskCelsius>("nvmlDeviceGetTemperature");
        isThere = device && askReasons && askCelsius;
    }
    ClockWatch(const ClockWatch&) = delete;
    ClockWatch& operator=(const ClockWatch&) = delete;

    // Between samples. Asked again after 20 ms only: a question takes longer than many a sample.
    std::optional<Reading> read() {
        const auto now = std::chrono::steady_clock::now();
        if (!isThere || (last && now - asked < std::chrono::milliseconds(20))) return last;
        Reading reading{};
        const bool isTold = askReasons(device, &reading.reasons) == Nvml::SUCCESS && askCelsius(device, OF_THE_GPU, &reading.celsius) == Nvml::SUCCESS;
        last = isTold ? std::optional<Reading>(reading) : std::nullopt;
        asked = now;
        return last;
    }

private:
    using AskReasons = int (*)(Nvml::Device, unsigned long long*);
    using AskCelsius = int (*)(Nvml::Device, int, unsigned*);
    static constexpr int OF_THE_GPU = 0;

    Nvml::Device device;
    AskReasons askReasons = nullptr;
    AskCelsius askCelsius = nullptr;
    bool isThere = false;
    std::optional<Reading> last;
    std::chrono::steady_clock::time_point asked;
};
