// A launch whose code is on the device.
#pragma once
#include "workspace.hpp"

class LoadedLaunch {
public:
    explicit LoadedLaunch(const Launch& launch) : launch(launch) {
        check(DRIVER(cuModuleLoadData)(&module, launch.module.data()), "loading the module");
        check(findEntry(&function, module, launch.entry, launch.shape), "entry " + launch.entry);
        for (const Content& symbol : launch.symbols) symbols.push_back(addressOf(symbol));
    }
    ~LoadedLaunch() { DRIVER(cuModuleUnload)(module); }
    LoadedLaunch(const LoadedLaunch&) = delete;
    LoadedLaunch& operator=(const LoadedLaunch&) = delete;

    void enqueueIn(Workspace& workspace, CUstream stream) {
        check(enqueue(function, launch.shape, workspace.params, stream), "launching " + launch.entry);
    }

    // The module's variables, as the launch describes them.
    void fillSymbols(CUstream stream) {
        for (size_t i = 0; i < symbols.size(); i++) Workspace::fillLater(launch.symbols[i], symbols[i], stream);
    }

private:
    CUdeviceptr addressOf(const Content& symbol) const {
        CUdeviceptr at;
        size_t size;
        check(DRIVER_V2(cuModuleGetGlobal)(&at, &size, module, symbol.name.c_str()), "symbol " + symbol.name);
        if (size < symbol.bytes) throw BadJob("symbol " + symbol.name + " is smaller than what fills it");
        return at;
    }

    const Launch& launch;
    CUmodule module = nullptr;
    CUfunction function = nullptr;
    std::vector<CUdeviceptr> symbols;
};
