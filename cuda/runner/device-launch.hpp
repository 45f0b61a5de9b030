// One launch as the driver takes it.
#pragma once
#include <vector>

#include "driver.hpp"

struct Shape {
    unsigned grid[3], block[3];
    unsigned cluster[3];  // its CTAs; 0: none
    unsigned dynamicSharedBytes;
    bool isOverlapping;  // it may start as the launch before it ends, for which it waits itself
    bool isCooperative = false;  // all its CTAs must be there at once
};

using Bytes = std::vector<unsigned char>;

inline bool isHex(const std::string& text) {
    return text.size() % 2 == 0 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

inline Bytes fromHex(const std::string& hex) {
    Bytes bytes;
    for (size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<unsigned char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

// Arguments of cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col but for the address: lists fastest first, enumerations of cuda.h. The driver takes no
// null, so a list that may be empty has one element more than it needs.
struct TensorMap {
    int type;
    size_t rank;
    std::vector<cuuint64_t> dims, stridesBytes;
    std::vector<cuuint32_t> box, elementStrides;
    int interleave, swizzle, l2Promotion, oobFill;
    bool isIm2col = false;  // then instead of a box:
    std::vector<int> lowerCorner, upperCorner;
    cuuint32_t channelsPerPixel, pixelsPerColumn;
};

inline CUtensorMap encodeIm2col(const TensorMap& of, CUdeviceptr at) {
    CUtensorMap map;
    check(DRIVER(cuTensorMapEncodeIm2col)(
              &map, static_cast<CUtensorMapDataType>(of.type), static_cast<cuuint32_t>(of.rank),
              reinterpret_cast<void*>(at), of.dims.data(), of.stridesBytes.data(), of.lowerCorner.data(),
              of.upperCorner.data(), of.channelsPerPixel, of.pixelsPerColumn, of.elementStrides.data(),
              static_cast<CUtensorMapInterleave>(of.interleave), static_cast<CUtensorMapSwizzle>(of.swizzle),
              static_cast<CUtensorMapL2promotion>(of.l2Promotion), static_cast<CUtensorMapFloatOOBfill>(of.oobFill)),
          "cuTensorMapEncodeIm2col");
    return map;
}

inline CUtensorMap encode(const TensorMap& of, CUdeviceptr at) {
    if (of.isIm2col) return encodeIm2col(of, at);
    CUtensorMap map;
    check(DRIVER(cuTensorMapEncodeTiled)(
              &map, static_cast<CUtensorMapDataType>(of.type), static_cast<cuuint32_t>(of.rank),
              reinterpret_cast<void*>(at), of.dims.data(), of.stridesBytes.data(), of.box.data(), of.elementStrides.data(),
              static_cast<CUtensorMapInterleave>(of.interleave), static_cast<CUtensorMapSwizzle>(of.swizzle),
              static_cast<CUtensorMapL2promotion>(of.l2Promotion), static_cast<CUtensorMapFloatOOBfill>(of.oobFill)),
          "cuTensorMapEncodeTiled");
    return map;
}

// The entry, with leave to use its dynamic shared memory.
inline CUresult findEntry(CUfunction* function, CUmodule module, const std::string& entry, const Shape& shape) {
    const CUresult result = DRIVER(cuModuleGetFunction)(function, module, entry.c_str());
    if (result != CUDA_SUCCESS) return result;
    return DRIVER(cuFuncSetAttribute)(*function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                      static_cast<int>(shape.dynamicSharedBytes));
}

inline CUresult enqueue(CUfunction function, const Shape& shape, std::vector<Bytes>& params, CUstream stream) {
    std::vector<void*> addresses;
    for (auto& param : params) addresses.push_back(param.data());
    CUlaunchAttribute attributes[3]{};
    unsigned count = 0;
    if (shape.cluster[0] > 0) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        attributes[count++].value.clusterDim = {shape.cluster[0], shape.cluster[1], shape.cluster[2]};
    }
    if (shape.isOverlapping) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        attributes[count++].value.programmaticStreamSerializationAllowed = 1;
    }
    if (shape.isCooperative) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[count++].value.cooperative = 1;
    }
    CUlaunchConfig config{};
    config.gridDimX = shape.grid[0], config.gridDimY = shape.grid[1], config.gridDimZ = shape.grid[2];
    config.blockDimX = shape.block[0], config.blockDimY = shape.block[1], config.blockDimZ = shape.block[2];
    config.sharedMemBytes = shape.dynamicSharedBytes;
    config.hStream = stream;
    config.attrs = attributes;
    config.numAttrs = count;
    return DRIVER(cuLaunchKernelEx)(&config, function, addresses.data(), nullptr);
}
