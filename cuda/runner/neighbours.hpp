// Who else computes on this GPU: their kernels take time from ours, and a lock of our own does not keep them away.
#pragma once
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "nvml.hpp"

class Neighbours {
public:
    // Before this process has a context: whoever is there is somebody else.
    explicit Neighbours(const Nvml& nvml) : device(nvml.device) {
        ask = nvml.call<Ask>("nvmlDeviceGetComputeRunningProcesses_v3");
        askDriver = nvml.call<AskDriver>("nvmlSystemGetDriverVersion");
        before = processes().value_or(Pids{});
    }
    Neighbours(const Neighbours&) = delete;
    Neighbours& operator=(const Neighbours&) = delete;

    // Once this process has its context: who is new is this process. NVML counts processes as the host does, and a container does not
    // know its own number there.
    void knowSelf() {
        for (const unsigned pid : processes().value_or(Pids{}))
            if (before.count(pid) == 0) self.insert(pid);
    }

    void look() {
        const auto now = processes();
        if (!now) return;
        const auto others = std::count_if(now->begin(), now->end(), [&](unsigned pid) { return self.count(pid) == 0; });
        seen = std::max(seen.value_or(0), static_cast<size_t>(others));
    }

    // How many at once since it was last asked; nothing where NVML does not say.
    std::optional<size_t> most() {
        look();
        return std::exchange(seen, std::nullopt);
    }

    // '580.159.04', or nothing.
    std::string driver() const {
        char text[80] = "";
        return askDriver && askDriver(text, sizeof text) == Nvml::SUCCESS ? text : "";
    }

private:
    // nvmlProcessInfo_t of nvml.h.
    struct Info {
        unsigned pid;
        unsigned long long usedBytes;
        unsigned gpuInstance, computeInstance;
    };
    using Ask = int (*)(Nvml::Device, unsigned*, Info*);
    using AskDriver = int (*)(char*, unsigned);
    using Pids = std::set<unsigned>;
    static constexpr size_t MOST = 256;

    std::optional<Pids> processes() const {
        std::vector<Info> infos(MOST);
        unsigned count = MOST;
        if (!device || !ask || ask(device, &count, infos.data()) != Nvml::SUCCESS) return std::nullopt;
        Pids pids;
        for (unsigned i = 0; i < std::min<size_t>(count, MOST); i++) pids.insert(infos[i].pid);
        return pids;
    }

    Nvml::Device device;
    Ask ask = nullptr;
    AskDriver askDriver = nullptr;
    Pids before, self;
    std::optional<size_t> seen;
};
