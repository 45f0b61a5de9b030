// Asks the driver about device memory and copies from it, without changing what the program sees.
#pragma once
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include "contexts.hpp"
#include "driver.hpp"
#include "windows.hpp"

// While it lives, this thread may copy although one of the program's streams records a graph.
class RelaxedThread {
public:
    RelaxedThread() { exchange(); }
    ~RelaxedThread() { exchange(); }
    RelaxedThread(const RelaxedThread&) = delete;
    RelaxedThread& operator=(const RelaxedThread&) = delete;

private:
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    void exchange() { DRIVER_CALL(cuThreadExchangeStreamCaptureMode, &mode); }
};

// Nothing for an address that is none of CUDA's. Host memory that CUDA knows counts: a kernel reaches it, too.
inline std::optional<Span> allocationOf(uint64_t address) {
    unsigned memoryType = 0;
    if (!succeeds(DRIVER_CALL(cuPointerGetAttribute, &memoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address))) return std::nullopt;
    CUdeviceptr start = 0;
    size_t bytes = 0;
    if (!succeeds(DRIVER_CALL(cuMemGetAddressRange, &start, &bytes, address))) {
        const bool isKnown =
            succeeds(DRIVER_CALL(cuPointerGetAttribute, &start, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, address)) &&
            succeeds(DRIVER_CALL(cuPointerGetAttribute, &bytes, CU_POINTER_ATTRIBUTE_RANGE_SIZE, address));
        if (!isKnown) return std::nullopt;
    }
    const Span span{start, bytes};
    if (!span.holds(address)) return std::nullopt;
    return span;
}

constexpr int ON_HOST = -1;

// The GPU in whose memory it lies.
inline int deviceOf(uint64_t address) {
    unsigned memoryType = 0;
    int device = 0;
    const CUresult known = DRIVER_CALL(cuPointerGetAttribute, &memoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
    if (succeeds(known) && memoryType == CU_MEMORYTYPE_HOST) return ON_HOST;
    const CUresult placed = DRIVER_CALL(cuPointerGetAttribute, &device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address);
    return succeeds(placed) ? device : currentDevice();
}

// Copies in streams of its own, which wait for none of the program's.
class DeviceMemory {
public:
    CUresult copyToHost(void* to, uint64_t from, size_t bytes) {
        unsigned memoryType = 0;
        const CUresult known = DRIVER_CALL(cuPointerGetAttribute, &memoryType, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, from);
        if (succeeds(known) && memoryType == CU_MEMORYTYPE_HOST) {
            std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
            return CUDA_SUCCESS;
        }
        const CurrentContext own(contextOf(CUdeviceptr{from}));
        CUstream stream = nullptr;
        const CUresult made = ownStream(stream);
        if (!succeeds(made)) return made;
        const CUresult copied = DRIVER_CALL(cuMemcpyDtoHAsync, to, from, bytes, stream);
        return succeeds(copied) ? DRIVER_CALL(cuStreamSynchronize, stream) : copied;
    }

private:
    std::map<CUcontext, CUstream> streams;

    CUresult ownStream(CUstream& stream) {
        CUcontext context = nullptr;
        DRIVER_CALL(cuCtxGetCurrent, &context);
        if (const auto found = streams.find(context); found != streams.end()) {
            stream = found->second;
            return CUDA_SUCCESS;
        }
        const CUresult made = DRIVER_CALL(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
        if (succeeds(made)) streams[context] = stream;
        return made;
    }
};

// Until what the program has started is done. While a graph is recorded, the context cannot be waited for.
inline CUresult settle(CUstream stream, bool isRecordingGraph) {
    return isRecordingGraph ? DRIVER_CALL(cuStreamSynchronize, stream) : DRIVER_CALL(cuCtxSynchronize);
}

// The same for another GPU, whose memory the launch reaches: what still writes there has ended.
inline CUresult settleAt(uint64_t address) {
    const CurrentContext own(contextOf(CUdeviceptr{address}));
    return DRIVER_CALL(cuCtxSynchronize);
}
