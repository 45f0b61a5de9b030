// Several GPUs: calls of the driver are for the thread's current context, and a launch, or a piece of memory, may belong to another.
#pragma once
#include "driver.hpp"

// While it lives, this thread's calls are for `context`; null leaves them as they are.
class CurrentContext {
public:
    explicit CurrentContext(CUcontext context) : isPushed(context && succeeds(DRIVER_CALL(cuCtxPushCurrent, context))) {}
    ~CurrentContext() {
        CUcontext popped = nullptr;
        if (isPushed) DRIVER_CALL(cuCtxPopCurrent, &popped);
    }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;

private:
    bool isPushed;
};

// A launch runs on its stream's GPU. The default streams belong to the current context.
inline CUcontext contextOf(CUstream stream) {
    CUcontext context = nullptr;
    if (stream == nullptr || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD) return nullptr;
    return succeeds(DRIVER_CALL(cuStreamGetCtx, stream, &context)) ? context : nullptr;
}

// Null for memory that was made without one (cuMemCreate, pools): any context that may reach it can copy it.
inline CUcontext contextOf(CUdeviceptr address) {
    CUcontext context = nullptr;
    const CUresult known = DRIVER_CALL(cuPointerGetAttribute, &context, CU_POINTER_ATTRIBUTE_CONTEXT, address);
    return succeeds(known) ? context : nullptr;
}

// As the program numbers its GPUs.
inline int currentDevice() {
    CUdevice device = 0;
    return succeeds(DRIVER_CALL(cuCtxGetDevice, &device)) ? device : 0;
}
