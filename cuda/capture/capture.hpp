// One capture: what a launch gets, in a folder of its own, and what it leaves. A program that dies in between leaves the first half.
#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include "capture-json.hpp"

// What captures share.
struct CaptureTools {
    DeviceMemory memory;
    TensorMaps maps;
    Images images;
    // Of device memory, that may still be copied.
    uint64_t budget;
    // Streams that record a graph now.
    int recordings;
};

class Capture {
public:
    Capture(CaptureTools& tools, std::string folder, Launch launch, const void* module, const void* library)
        : tools(tools), folder(folder), snapshot(folder, tools.memory) {
        facts.launch = std::move(launch);
        facts.gpu = GpuFacts::ofCurrent();
        facts.ptx = tools.images.ptxOf(library ? library : module, facts.launch.kernel, facts.gpu.arch());
        if (!facts.ptx.text.empty()) std::ofstream(folder + "/module.ptx", std::ios::binary) << facts.ptx.text;
        // Pointers and maps in what the parameters reach: one level.
        const Snapshot::Look look = [this](const uint8_t* bytes, uint64_t size, uint64_t address) {
            addPointers(false, bytes, size, address, inner);
        };
        saveVariables(module, library, look);
        const std::string& params = facts.launch.params;
        addPointers(true, reinterpret_cast<const uint8_t*>(params.data()), params.size(), 0, reaches);
        saveWindows(reaches, look);
        saveWindows(notYetIn(inner, planned), Snapshot::Look());
        write();
    }

    // Once the launch is done. `problem` is the program's failure, or empty.
    void finish(const std::string& problem) {
        const std::string failure = problem.empty() ? snapshot.saveAfter() : problem;
        if (!failure.empty()) facts.leftOut.push_back({"memory after the launch", 0, failure});
        const bool isSeenAlone = !facts.launch.isInGraph || facts.launch.isAloneInGraph;
        facts.isComplete = failure.empty() && isSeenAlone;
        if (!isSeenAlone)
            facts.leftOut.push_back({"memory right before and after this kernel", 0,
                                     "it ran in a graph with other nodes: memory is from before and after the whole graph"});
        write();
    }

private:
    static constexpr size_t MOST_REACHES = 4096;
    CaptureTools& tools;
    std::string folder;
    Snapshot snapshot;
    CaptureFacts facts;
    // From parameters, and from pointers and maps in what those reach.
    std::vector<Reach> reaches, inner;
    std::vector<Window> planned;

    // In one step, so that nobody reads half of it.
    void write() {
        std::ofstream(folder + "/capture.json.part", std::ios::binary) << captureJson(facts, snapshot);
        std::filesystem::rename(folder + "/capture.json.part", folder + "/capture.json");
    }

    template <class Handle>
    static Handle handleOf(const void* code) {
        return static_cast<Handle>(const_cast<void*>(code));
    }

    void saveVariables(const void* module, const void* library, const Snapshot::Look& look) {
        for (const std::string& name : variablesOf(facts.ptx.text)) {
            CUdeviceptr address = 0;
            size_t bytes = 0;
            const CUresult found = library ? DRIVER_CALL(cuLibraryGetGlobal, &address, &bytes, handleOf<CUlibrary>(library), name.c_str())
                                           : DRIVER_CALL(cuModuleGetGlobal, &address, &bytes, handleOf<CUmodule>(module), name.c_str());
            // The compiler may have dropped it: then no code asks for it.
            if (!succeeds(found) || bytes == 0) continue;
            const std::string what = "variable " + name;
            if (bytes > tools.budget) {
                facts.leftOut.push_back({what, bytes, "more than --max-bytes"});
                continue;
            }
            const std::string problem = snapshot.saveBefore({{address, bytes}, name, {address, bytes}, facts.gpu.device, "", ""}, look);
            if (problem.empty()) tools.budget -= bytes;
            else facts.leftOut.push_back({what, bytes, problem});
        }
    }

    // `place` says where the pointer or the map is.
    void addReach(const std::string& place, uint64_t address, uint64_t bytes, const Span& allocation, std::vector<Reach>& to) {
        const auto isSame = [&](const Reach& reach) { return reach.address == address && reach.bytes == bytes; };
        if (to.size() < MOST_REACHES && std::none_of(to.begin(), to.end(), isSame)) to.push_back({address, bytes, allocation, place});
    }

    void addMap(bool isParam, uint64_t at, const TensorMapArguments& map, std::vector<Reach>& to) {
        facts.maps.push_back({isParam, at, map});
        const std::optional<Span> allocation = allocationOf(map.address);
        const std::string what = "the tensor of the map at " + placeOf(isParam, at);
        if (allocation) addReach(what, map.address, std::min(map.reachBytes(), allocation->end() - map.address), *allocation, to);
        else facts.leftOut.push_back({what, map.reachBytes(), "its address is in no allocation"});
    }

    static std::string placeOf(bool isParam, uint64_t at) {
        return isParam ? "parameter byte " + std::to_string(at) : "address " + hexText(at);
    }

    void addPointers(bool isParam, const uint8_t* bytes, uint64_t size, uint64_t address, std::vector<Reach>& to) {
        const std::vector<TensorMaps::Found> maps =
            isParam ? tools.maps.inParams(bytes, size) : tools.maps.inMemory(bytes, size, address);
        for (const TensorMaps::Found& found : maps) addMap(isParam, address + found.offset, *found.map, to);
        constexpr uint64_t MOST_SCANNED = 1u << 20;
        for (const FoundPointer& found : findPointers(bytes, std::min(size, MOST_SCANNED), allocationOf, MOST_REACHES)) {
            // The first word of a map is an address, too, but of what the map reaches.
            const auto holds = [&](const TensorMaps::Found& map) { return Span{map.offset, TENSOR_MAP_BYTES}.holds(found.offset); };
            if (std::any_of(maps.begin(), maps.end(), holds)) continue;
            const std::string what = "what the pointer reaches at " + placeOf(isParam, address + found.offset);
            addReach(what, found.address, found.allocation.end() - found.address, found.allocation, to);
        }
    }

    void saveWindows(const std::vector<Reach>& wanted, const Snapshot::Look& look) {
        const WindowPlan plan = planWindows(wanted, tools.budget);
        for (const Cut& cut : plan.cuts) facts.leftOut.push_back({cut.what, cut.bytes, "more than --max-bytes"});
        const std::vector<Window> held = without(plan.windows, planned);
        for (const Window& window : held) {
            const int device = deviceOf(window.span.address);
            const bool isElsewhere = device != ON_HOST && device != facts.gpu.device;
            if (isElsewhere && tools.recordings == 0) settleAt(window.span.address);
            const std::string problem = snapshot.saveBefore({window.span, "", window.allocation, device, "", ""}, look);
            if (problem.empty()) tools.budget -= window.span.bytes;
            else facts.leftOut.push_back({"device memory from " + hexText(window.span.address), window.span.bytes, problem});
        }
        planned.insert(planned.end(), held.begin(), held.end());
        std::sort(planned.begin(), planned.end(),
                  [](const Window& a, const Window& b) { return a.span.address < b.span.address; });
    }
};
