// What NVML says beside the times.
#pragma once
#include "clock-watch.hpp"
#include "neighbours.hpp"

struct Watches {
    explicit Watches(const std::string& uuid) : nvml(uuid), clock(nvml), neighbours(nvml) {}

    Nvml nvml;
    ClockWatch clock;
    Neighbours neighbours;
};
