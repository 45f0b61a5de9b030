// The CUDA driver of the program, found in its process: nothing is linked, so the library builds where there is no driver.
#pragma once
#include <cuda.h>
#include <dlfcn.h>

#include <string>

#if CUDA_VERSION < 12040
#error "the capture library needs the headers of CUDA 12.4 or later: the driver says the sizes of parameters since then"
#elif CUDA_VERSION < 12050
// Looked up by name, like all others: an older driver has none.
extern "C" CUresult CUDAAPI cuKernelGetLibrary(CUlibrary* library, CUkernel kernel);
#endif

inline void* driverSymbol(const char* name) {
    static void* const driver = dlopen("libcuda.so.1", RTLD_NOW);
    return driver ? dlsym(driver, name) : nullptr;
}

// Calls by the name that the header's macros give it (cuMemGetAddressRange_v2). An older driver lacks the newest calls.
#define DRIVER_QUOTED(name) #name
#define DRIVER_NAME(name) DRIVER_QUOTED(name)
#define DRIVER_CALL(name, ...)                                                                     \
    [&]() -> CUresult {                                                                            \
        static const auto call = reinterpret_cast<decltype(&name)>(driverSymbol(DRIVER_NAME(name))); \
        return call ? call(__VA_ARGS__) : CUDA_ERROR_NOT_SUPPORTED;                                \
    }()

inline bool succeeds(CUresult result) { return result == CUDA_SUCCESS; }

inline std::string errorText(CUresult result) {
    const char* text = nullptr;
    DRIVER_CALL(cuGetErrorString, result, &text);
    return text ? text : "error " + std::to_string(result);
}
