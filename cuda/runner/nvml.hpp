// NVIDIA's management library, which comes with the driver. It is loaded while the program runs; there may be none.
#pragma once
#include <dlfcn.h>

#include <string>

class Nvml {
public:
    using Device = void*;
    static constexpr int SUCCESS = 0;

    // `uuid`: 32 hexadecimal digits.
    explicit Nvml(const std::string& uuid) : library(dlopen("libnvidia-ml.so.1", RTLD_NOW)) {
        const auto start = call<int (*)()>("nvmlInit_v2");
        const auto find = call<int (*)(const char*, Device*)>("nvmlDeviceGetHandleByUUID");
        if (!start || !find || start() != SUCCESS || find(nameOf(uuid).c_str(), &device) != SUCCESS) device = nullptr;
    }
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;

    template <class Call>
    Call call(const char* name) const {
        return library ? reinterpret_cast<Call>(dlsym(library, name)) : nullptr;
    }

private:
    // GPU-01234567-89ab-cdef-0123-456789abcdef
    static std::string nameOf(const std::string& uuid) {
        std::string name = "GPU";
        size_t from = 0;
        for (const size_t digits : {8, 4, 4, 4, 12}) {
            name += "-" + uuid.substr(from, digits);
            from += digits;
        }
        return name;
    }

    void* library;

public:
    // Null where there is no library, or it does not know the GPU.
    Device device = nullptr;
};
