// A launch's memory on the device, and its parameters there: some launches rotate through several of these.
#pragma once
#include "job.hpp"

class DeviceMemory {
public:
    explicit DeviceMemory(size_t bytes) { check(DRIVER_V2(cuMemAlloc)(&at, bytes > 0 ? bytes : 1), "memory of the GPU"); }
    ~DeviceMemory() { DRIVER_V2(cuMemFree)(at); }
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    CUdeviceptr at = 0;
};

class Workspace {
public:
    // Buffers behind one another, each where cuMemAlloc could have put it; then the tensor maps that are passed by address.
    static size_t bytesOf(const Launch& launch) {
        size_t total = bufferBytesOf(launch);
        for (const Param& param : launch.params) total += aligned(param.isAddress ? sizeof(CUtensorMap) : 0);
        return total;
    }

    Workspace(const Launch& launch, CUdeviceptr start) : launch(launch) {
        CUdeviceptr next = start;
        for (const Content& buffer : launch.buffers) {
            buffers.push_back(next);
            next += aligned(buffer.bytes);
        }
        for (const Param& param : launch.params) params.push_back(bytesOf(param, next));
    }

    // As the launch describes them, all of them; the host waits.
    void fill() const {
        for (size_t i = 0; i < buffers.size(); i++) fillBuffer(launch.buffers[i], buffers[i]);
        settle();
    }

    // The launches before have written to some: brings those back, from a workspace that no launch has touched.
    void restoreOutputs(const Workspace& pristine, CUstream stream) const {
        for (size_t i = 0; i < buffers.size(); i++) {
            const Content& content = launch.buffers[i];
            if (!content.isOutput || content.bytes == 0) continue;
            check(DRIVER_V2(cuMemcpyDtoDAsync)(buffers[i], pristine.buffers[i], content.bytes, stream), "restoring buffers");
        }
    }

    void copyFrom(const Workspace& other) const {
        const size_t bytes = bufferBytesOf(launch);
        if (bytes > 0) check(DRIVER_V2(cuMemcpyDtoD)(buffers[0], other.buffers[0], bytes), "copying buffers");
        settle();
    }

    Bytes read(size_t buffer) const {
        Bytes bytes(launch.buffers[buffer].bytes);
        check(DRIVER_V2(cuMemcpyDtoH)(bytes.data(), buffers[buffer], bytes.size()), "reading an output");
        return bytes;
    }

    static void fillBuffer(const Content& content, CUdeviceptr at) {
        if (content.bytes == 0) return;
        if (content.from) check(DRIVER_V2(cuMemcpyHtoD)(at, content.from, content.bytes), "writing a buffer");
        else check(DRIVER_V2(cuMemsetD8)(at, content.fill, content.bytes), "filling a buffer");
    }

    // The same in a stream's turn.
    static void fillLater(const Content& content, CUdeviceptr at, CUstream stream) {
        if (content.bytes == 0) return;
        if (content.from) check(DRIVER_V2(cuMemcpyHtoDAsync)(at, content.from, content.bytes, stream), "writing a symbol");
        else check(DRIVER(cuMemsetD8Async)(at, content.fill, content.bytes, stream), "filling a symbol");
    }

    const Launch& launch;
    std::vector<CUdeviceptr> buffers;
    std::vector<Bytes> params;

private:
    static constexpr size_t ALIGN_BYTES = 256;
    static size_t bufferBytesOf(const Launch& launch) {
        size_t total = 0;
        for (const Content& buffer : launch.buffers) total += aligned(buffer.bytes);
        return total;
    }

    static size_t aligned(size_t bytes) { return (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES; }

    // `next`: where the next tensor map in device memory goes.
    Bytes bytesOf(const Param& param, CUdeviceptr& next) const {
        if (!param.isTensorMap) {
            Bytes bytes = param.bytes;
            for (const Place& place : param.addresses) {
                const CUdeviceptr address = buffers[place.buffer] + place.byteOffset;
                std::memcpy(bytes.data() + place.offset, &address, sizeof address);
            }
            for (const auto& [offset, map, tensor] : param.maps) {
                const CUtensorMap encoded = encode(map, buffers[tensor.buffer] + tensor.byteOffset);
                std::memcpy(bytes.data() + offset, &encoded, sizeof encoded);
            }
            return bytes;
        }
        const CUtensorMap map = encode(param.map, buffers[param.tensor.buffer] + param.tensor.byteOffset);
        const auto* from = reinterpret_cast<const unsigned char*>(&map);
        if (!param.isAddress) return Bytes(from, from + sizeof map);
        check(DRIVER_V2(cuMemcpyHtoD)(next, from, sizeof map), "writing a tensor map");
        Bytes bytes(sizeof next);
        std::memcpy(bytes.data(), &next, sizeof next);
        next += aligned(sizeof map);
        return bytes;
    }
};
