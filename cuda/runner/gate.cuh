// Around a sample, on the device: a gate that holds the stream until all is queued, and time stamps that tell the SM's clock.
// ../baselines compiles this alone, and finds the kernels by their names.
#pragma once

// Longer than any host needs to queue a sample: past this the gate opens by itself, and the sample does not count.
constexpr unsigned long long GATE_LIMIT_NS = 1'000'000'000;

struct GateState {
    volatile unsigned open;     // by the host: number of the sample that may go on
    volatile unsigned expired;  // by the gate
};

__device__ inline unsigned long long globalNanoseconds() {
    unsigned long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}

extern "C" __global__ void holdGate(GateState* gate, unsigned sample) {
    const unsigned long long start = globalNanoseconds();
    while (gate->open != sample) {
        if (globalNanoseconds() - start < GATE_LIMIT_NS) continue;
        gate->expired = sample;
        return;
    }
}

struct Stamp {
    unsigned long long clk, ns;
};

// Only the same SM's clocks can be subtracted, so one of them writes: that of the first CTA to find itself on SM 0.
extern "C" __global__ void stampClock(Stamp* stamp) {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (sm == 0) *stamp = {static_cast<unsigned long long>(clock64()), globalNanoseconds()};
}
