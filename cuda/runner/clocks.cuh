// What a sample is taken with: a gate, events, and stamps of an SM's clock.
#pragma once
#include <cuda_runtime.h>

#include <optional>

#include "gate.cuh"
#include "workspace.hpp"

struct Sample {
    double ns;
    double mhz;
};

class Stopwatch {
public:
    Stopwatch(int smCount) : stampCtas(4 * smCount), stamps(2 * sizeof(Stamp)) {
        check(DRIVER(cuStreamCreate)(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
        check(DRIVER(cuEventCreate)(&start, CU_EVENT_DEFAULT), "cuEventCreate");
        check(DRIVER(cuEventCreate)(&stop, CU_EVENT_DEFAULT), "cuEventCreate");
        void* host;
        check(DRIVER(cuMemHostAlloc)(&host, sizeof(GateState), CU_MEMHOSTALLOC_DEVICEMAP), "cuMemHostAlloc");
        gate = static_cast<GateState*>(host);
        gate->open = gate->expired = 0;
        check(DRIVER_V2(cuMemHostGetDevicePointer)(&gateOnDevice, host, 0), "cuMemHostGetDevicePointer");
    }
    ~Stopwatch() {
        DRIVER(cuMemFreeHost)(gate);
        DRIVER_V2(cuEventDestroy)(start);
        DRIVER_V2(cuEventDestroy)(stop);
        DRIVER_V2(cuStreamDestroy)(stream);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    // `before` queues what comes ahead of the gate, `work` what is timed. None where the host was too slow for the gate or
    // no stamp came from SM 0.
    template <class Before, class Work>
    std::optional<Sample> take(Before before, Work work) {
        sample++;
        check(DRIVER(cuMemsetD8Async)(stamps.at, 0, 2 * sizeof(Stamp), stream), "stamps");
        auto* stamp = reinterpret_cast<Stamp*>(stamps.at);
        auto* on = reinterpret_cast<cudaStream_t>(stream);
        stampClock<<<stampCtas, 1, 0, on>>>(stamp);
        before(stream);
        holdGate<<<1, 1, 0, on>>>(reinterpret_cast<GateState*>(gateOnDevice), sample);
        check(DRIVER(cuEventRecord)(start, stream), "cuEventRecord");
        work(stream);
        check(DRIVER(cuEventRecord)(stop, stream), "cuEventRecord");
        stampClock<<<stampCtas, 1, 0, on>>>(stamp + 1);
        gate->open = sample;
        check(DRIVER(cuStreamSynchronize)(stream), "a timed launch");
        Stamp read[2];
        check(DRIVER_V2(cuMemcpyDtoH)(read, stamps.at, sizeof read), "stamps");
        float ms;
        check(DRIVER_V2(cuEventElapsedTime)(&ms, start, stop), "cuEventElapsedTime");
        if (gate->expired == sample || read[0].ns == 0 || read[1].ns <= read[0].ns || ms <= 0) return std::nullopt;
        return Sample{ms * 1e6, 1e3 * static_cast<double>(read[1].clk - read[0].clk) / static_cast<double>(read[1].ns - read[0].ns)};
    }

    CUstream stream;

private:
    int stampCtas;
    DeviceMemory stamps;
    CUevent start, stop;
    GateState* gate;
    CUdeviceptr gateOnDevice;
    unsigned sample = 0;
};
