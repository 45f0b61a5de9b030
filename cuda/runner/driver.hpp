// The CUDA driver, found while the program runs: it builds where there is none.
#pragma once
#include <cuda.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>

// Exit code of a program that finds no driver or no GPU. Ends go through _exit: another thread may be waiting for input, and
// exit() would wait for it.
constexpr int EXIT_NO_GPU = 3;

// After one of these the context may be lost: the program ends.
struct CudaFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void* driverSymbol(const char* name) {
    static void* driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (!driver) {
        std::fprintf(stderr, "no NVIDIA driver on this machine (libcuda.so.1)\n");
        _exit(EXIT_NO_GPU);
    }
    void* found = dlsym(driver, name);
    if (!found) throw CudaFailure(std::string("the driver of this machine has no ") + name);
    return found;
}
#define DRIVER(name) reinterpret_cast<decltype(&name)>(driverSymbol(#name))
// The driver exports some calls under a versioned name, which the header maps by macro.
#define DRIVER_V2(name) reinterpret_cast<decltype(&name)>(driverSymbol(#name "_v2"))

inline const char* words(CUresult result) {
    const char* text = "?";
    DRIVER(cuGetErrorString)(result, &text);
    return text;
}

inline void check(CUresult result, const std::string& what) {
    if (result != CUDA_SUCCESS) throw CudaFailure(what + ": " + words(result));
}

// Until the GPU has done all it was told: launches go to a stream of their own, which does not wait for copies and fills that are
// in none.
inline void settle() { check(DRIVER(cuCtxSynchronize)(), "waiting for the GPU"); }

// The first GPU.
inline CUdevice firstDevice() {
    CUdevice device;
    const CUresult result = DRIVER(cuInit)(0);
    if (result != CUDA_SUCCESS || DRIVER(cuDeviceGet)(&device, 0) != CUDA_SUCCESS) {
        std::fprintf(stderr, "no NVIDIA GPU that can be used: %s\n", words(result));
        _exit(EXIT_NO_GPU);
    }
    return device;
}

// Makes its primary context current.
inline void useDevice(CUdevice device) {
    CUcontext context;
    check(DRIVER(cuDevicePrimaryCtxRetain)(&context, device), "cuDevicePrimaryCtxRetain");
    check(DRIVER(cuCtxSetCurrent)(context), "cuCtxSetCurrent");
}

inline CUdevice openDevice() {
    const CUdevice device = firstDevice();
    useDevice(device);
    return device;
}
