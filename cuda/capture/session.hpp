// What the library keeps while the program runs, and what it does at a launch. Callers hold `mutex`.
#pragma once
#include <sys/stat.h>

#include <cerrno>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture.hpp"
#include "graphs.hpp"
#include "options.hpp"

using Captures = std::vector<std::unique_ptr<Capture>>;

class Session {
public:
    explicit Session(const Options& options)
        : options(options), tools{{}, {}, Images(options.ptxFolder), options.maxBytes, 0} {}

    std::mutex mutex;
    CaptureTools& shared() { return tools; }

    Graphs graphs;

    // Whether launches of it may be wanted: asked at every launch, so no driver call is made for a function that was seen before.
    bool isChosen(CUfunction function) { return choiceOf(function).isChosen; }

    // A launch in a stream: captures of it that wait for its end, one at most.
    Captures begin(Launch launch, void* const* values, void* const* extra) {
        const RelaxedThread relaxed;
        if (isRecorded(launch.stream) || !isWanted(launch)) return {};
        launch.context = contextOf(launch.stream);
        const CurrentContext own(launch.context);
        if (!succeeds(settle(launch.stream, tools.recordings > 0))) return {};
        launch.slots = paramSlots(launch.function);
        launch.params = paramBytes(launch.slots, values, extra);
        return captured({std::move(launch)});
    }

    // A launch of a graph: one capture for each of its kernels that is wanted.
    Captures beginGraph(CUgraphExec executable, CUstream stream) {
        const RelaxedThread relaxed;
        if (isRecorded(stream)) return {};
        std::vector<Launch> wanted;
        for (Launch launch : graphs.kernelsOf(executable)) {
            launch.stream = stream;
            if (isWanted(launch)) wanted.push_back(std::move(launch));
        }
        const CurrentContext own(contextOf(stream));
        if (wanted.empty() || !succeeds(settle(stream, tools.recordings > 0))) return {};
        return captured(std::move(wanted));
    }

    void finish(const Captures& captures, CUstream stream, CUresult result) {
        const RelaxedThread relaxed;
        const CurrentContext own(contextOf(stream));
        std::string problem = succeeds(result) ? "" : "the launch was refused: " + errorText(result);
        if (problem.empty())
            if (const CUresult settled = settle(stream, tools.recordings > 0); !succeeds(settled))
                problem = "the kernel failed: " + errorText(settled);
        for (const auto& capture : captures) capture->finish(problem);
    }

    // Code went away: its handles may be given to other code.
    void forgetCode(const void* handle) {
        tools.images.forget(handle);
        choices.clear();
    }

private:
    struct Choice {
        std::string kernel;
        bool isChosen;
    };
    Options options;
    CaptureTools tools;
    std::unordered_map<CUfunction, Choice> choices;
    std::map<std::string, uint64_t> counts;

    bool isRecorded(CUstream stream) const {
        CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
        return tools.recordings > 0 && succeeds(DRIVER_CALL(cuStreamIsCapturing, stream, &status)) &&
               status != CU_STREAM_CAPTURE_STATUS_NONE;
    }

    const Choice& choiceOf(CUfunction function) {
        auto found = choices.find(function);
        if (found == choices.end()) {
            const std::string kernel = kernelName(function);
            found = choices.insert({function, {kernel, !kernel.empty() && options.chooses(kernel)}}).first;
        }
        return found->second;
    }

    // Counts the launch, too.
    bool isWanted(Launch& launch) {
        const Choice& choice = choiceOf(launch.function);
        if (!choice.isChosen || !isOnChosenDevice(launch)) return false;
        launch.kernel = choice.kernel;
        launch.index = ++counts[launch.kernel];
        return launch.index == options.nth;
    }

    bool isOnChosenDevice(const Launch& launch) const {
        if (!options.device) return true;
        const CurrentContext own(launch.context ? launch.context : contextOf(launch.stream));
        return currentDevice() == *options.device;
    }

    Captures captured(std::vector<Launch> launches) {
        Captures captures;
        for (Launch& launch : launches) {
            const CurrentContext own(launch.context);
            takeCompiledCluster(launch);
            const std::string folder = newFolder(launch.kernel);
            if (folder.empty()) continue;
            const void* library = libraryOf(launch.function);
            const void* module = library ? nullptr : moduleOf(launch.function);
            captures.push_back(std::make_unique<Capture>(tools, folder, std::move(launch), module, library));
        }
        return captures;
    }

    // The name is taken by making the folder: other processes of the program do the same.
    std::string newFolder(const std::string& kernel) const {
        const std::string path = options.folder + "/" + folderName(kernel);
        std::string tried = path;
        for (int i = 2; mkdir(tried.c_str(), 0700) != 0; i++) {
            if (errno != EEXIST) return "";
            tried = path + "-" + std::to_string(i);
        }
        mkdir((tried + "/buffers").c_str(), 0700);
        return tried;
    }

    static const void* moduleOf(CUfunction function) {
        CUmodule module = nullptr;
        DRIVER_CALL(cuFuncGetModule, &module, plainFunction(function));
        return module;
    }

    const void* libraryOf(CUfunction function) const {
        CUlibrary library = nullptr;
        if (succeeds(DRIVER_CALL(cuKernelGetLibrary, &library, reinterpret_cast<CUkernel>(function)))) return library;
        // A function that was got from a library's kernel: its module is not one that was loaded.
        const void* module = moduleOf(function);
        if (!module || tools.images.knows(module)) return nullptr;
        for (CUlibrary known : tools.images.knownLibraries()) {
            CUmodule ofLibrary = nullptr;
            if (succeeds(DRIVER_CALL(cuLibraryGetModule, &ofLibrary, known)) && ofLibrary == module) return known;
        }
        return nullptr;
    }
};
