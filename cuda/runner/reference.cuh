// The launch whose outputs say what the contenders' should be. It is judged itself before anybody is judged by it, on elements
// that the host has computed.
#pragma once
#include "answer-check.cuh"
#include "loaded-launch.hpp"

// Nobody can be right or wrong.
struct WrongReference : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class ReferenceRun {
public:
    ReferenceRun(const Reference& reference, CUstream stream)
        : memory(Workspace::bytesOf(reference)), workspace(reference, memory.at), loaded(reference) {
        workspace.fill();
        loaded.fillSymbols(stream);
        loaded.enqueueIn(workspace, stream);
        check(DRIVER(cuStreamSynchronize)(stream), "running the reference");
        for (const Spots& spots : reference.spots) checkSpots(spots);
    }

    DeviceMemory memory;
    Workspace workspace;

private:
    void checkSpots(const Spots& spots) const {
        const DeviceMemory indices(spots.count * sizeof(uint32_t)), values(spots.count * sizeof(double));
        check(DRIVER_V2(cuMemcpyHtoD)(indices.at, spots.indices, spots.count * sizeof(uint32_t)), "spots of the reference");
        check(DRIVER_V2(cuMemcpyHtoD)(values.at, spots.values, spots.count * sizeof(double)), "spots of the reference");
        const Tally tally = tallyOf(tallyKernel("f64", sizeof(double)), {workspace.buffers[spots.buffer], indices.at, values.at, 0, spots.count});
        if (tally.wrong == 0) return;
        throw WrongReference("the reference kernel and the CPU differ in " + std::to_string(tally.wrong) + " of " +
                             std::to_string(spots.count) + " elements, one of them number " +
                             std::to_string(tally.firstIndex));
    }

    LoadedLaunch loaded;
};
