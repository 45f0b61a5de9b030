// One launch as the program asked for it.
#pragma once
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "driver.hpp"
#include "names.hpp"

using Dim3 = std::array<unsigned, 3>;

struct ParamSlot {
    size_t offset, size;
};

struct Launch {
    std::string kernel, api;
    // Which launch of this kernel, from 1.
    uint64_t index = 1;
    CUfunction function = nullptr;
    CUstream stream = nullptr;
    // Of the GPU it runs on; null: the current one.
    CUcontext context = nullptr;
    Dim3 grid{1, 1, 1}, block{1, 1, 1}, cluster{0, 0, 0};
    unsigned dynamicSharedBytes = 0;
    bool isProgrammatic = false, isCooperative = false;
    // Of a graph: memory is seen before and after all of it.
    bool isInGraph = false;
    // Whether it is all that the graph does.
    bool isAloneInGraph = false;
    std::vector<ParamSlot> slots;
    std::string params;
};

// The runtime hands a CUkernel where the driver asks for a CUfunction, and the driver takes both.
inline std::string kernelName(CUfunction function) {
    const char* name = nullptr;
    if (succeeds(DRIVER_CALL(cuKernelGetName, &name, reinterpret_cast<CUkernel>(function))) && name) return name;
    if (succeeds(DRIVER_CALL(cuFuncGetName, &name, function)) && name) return name;
    return "";
}

// The driver's function for it, where it is a CUkernel.
inline CUfunction plainFunction(CUfunction function) {
    CUfunction ofKernel = nullptr;
    return succeeds(DRIVER_CALL(cuKernelGetFunction, &ofKernel, reinterpret_cast<CUkernel>(function))) ? ofKernel : function;
}

inline std::vector<ParamSlot> paramSlots(CUfunction function) {
    std::vector<ParamSlot> slots;
    const char* name = nullptr;
    const bool isKernel = succeeds(DRIVER_CALL(cuKernelGetName, &name, reinterpret_cast<CUkernel>(function)));
    for (size_t i = 0;; i++) {
        ParamSlot slot{0, 0};
        const CUresult result =
            isKernel ? DRIVER_CALL(cuKernelGetParamInfo, reinterpret_cast<CUkernel>(function), i, &slot.offset, &slot.size)
                     : DRIVER_CALL(cuFuncGetParamInfo, function, i, &slot.offset, &slot.size);
        if (!succeeds(result)) return slots;
        slots.push_back(slot);
    }
}

// As a launch passes them: an array of pointers to values, or one buffer that is packed already.
inline std::string paramBytes(const std::vector<ParamSlot>& slots, void* const* values, void* const* extra) {
    size_t total = 0;
    for (const ParamSlot& slot : slots) total = std::max(total, slot.offset + slot.size);
    std::string bytes(total, '\0');
    if (values) {
        for (size_t i = 0; i < slots.size(); i++) std::memcpy(&bytes[slots[i].offset], values[i], slots[i].size);
        return bytes;
    }
    const void* buffer = nullptr;
    size_t size = 0;
    for (size_t i = 0; extra && extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = extra[i + 1];
        if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *static_cast<const size_t*>(extra[i + 1]);
    }
    // The buffer begins with the first parameter; the driver's offsets may not (of a tensor map it is 112).
    const size_t first = slots.empty() ? 0 : slots[0].offset;
    if (buffer) std::memcpy(bytes.data() + first, buffer, std::min(size, total - first));
    return bytes;
}

inline void takeAttribute(Launch& launch, CUlaunchAttributeID id, const CUlaunchAttributeValue& value) {
    if (id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) launch.cluster = {value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
    if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) launch.isCooperative = value.cooperative != 0;
    if (id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
        launch.isProgrammatic = value.programmaticStreamSerializationAllowed != 0;
}

// A kernel may fix its cluster when it is compiled (__cluster_dims__); the launch then says none.
inline void takeCompiledCluster(Launch& launch) {
    if (launch.cluster[0] != 0) return;
    const CUfunction_attribute names[] = {CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
                                          CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH};
    const CUfunction function = plainFunction(launch.function);
    Dim3 cluster{0, 0, 0};
    for (int i = 0; i < 3; i++) {
        int value = 0;
        if (!succeeds(DRIVER_CALL(cuFuncGetAttribute, &value, names[i], function)) || value <= 0) return;
        cluster[i] = static_cast<unsigned>(value);
    }
    launch.cluster = cluster;
}

// What cuLaunchKernel and cuLaunchCooperativeKernel say alike.
template <class Params>
Launch plainLaunch(const Params& given) {
    Launch launch;
    launch.function = given.f;
    launch.stream = given.hStream;
    launch.grid = {given.gridDimX, given.gridDimY, given.gridDimZ};
    launch.block = {given.blockDimX, given.blockDimY, given.blockDimZ};
    launch.dynamicSharedBytes = given.sharedMemBytes;
    return launch;
}

inline Launch configuredLaunch(const CUlaunchConfig& config, CUfunction function) {
    Launch launch;
    launch.function = function;
    launch.stream = config.hStream;
    launch.grid = {config.gridDimX, config.gridDimY, config.gridDimZ};
    launch.block = {config.blockDimX, config.blockDimY, config.blockDimZ};
    launch.dynamicSharedBytes = config.sharedMemBytes;
    for (unsigned i = 0; i < config.numAttrs; i++) takeAttribute(launch, config.attrs[i].id, config.attrs[i].value);
    return launch;
}
