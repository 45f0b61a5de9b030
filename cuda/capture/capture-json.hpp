// capture.json, version 3: raw facts, nothing interpreted. `src/contract/capture.ts` is its schema.
#pragma once
#include <string>
#include <vector>

#include "images.hpp"
#include "json-text.hpp"
#include "launch.hpp"
#include "snapshot.hpp"
#include "tensor-maps.hpp"

struct GpuFacts {
    std::string name;
    int device = 0, major = 0, minor = 0, driver = 0;
    unsigned arch() const { return static_cast<unsigned>(10 * major + minor); }

    // Of the current context.
    static GpuFacts ofCurrent() {
        GpuFacts facts;
        const CUdevice device = facts.device = currentDevice();
        char name[200] = "";
        DRIVER_CALL(cuDeviceGetName, name, static_cast<int>(sizeof name), device);
        facts.name = name;
        DRIVER_CALL(cuDeviceGetAttribute, &facts.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
        DRIVER_CALL(cuDeviceGetAttribute, &facts.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
        DRIVER_CALL(cuDriverGetVersion, &facts.driver);
        return facts;
    }
};

// A tensor map in the parameters, or in device memory.
struct PlacedMap {
    bool isParam;
    // Offset or address.
    uint64_t at;
    TensorMapArguments map;
};

struct LeftOut {
    std::string what;
    uint64_t bytes;
    std::string why;
};

struct CaptureFacts {
    bool isComplete = false;
    Launch launch;
    GpuFacts gpu;
    FoundPtx ptx;
    std::vector<PlacedMap> maps;
    std::vector<LeftOut> leftOut;
};

inline void writeSaved(JsonText& json, const SavedSpan& saved) {
    json.open('{');
    if (!saved.name.empty()) json.key("name").value(saved.name);
    json.key("address").address(saved.span.address).key("bytes").value(saved.span.bytes);
    if (saved.name.empty()) {
        json.key("allocation").open('{').key("address").address(saved.allocation.address);
        json.key("bytes").value(saved.allocation.bytes).close('}');
    }
    if (saved.device == ON_HOST) json.key("device").value("host");
    else json.key("device").value(saved.device);
    json.key("before").value(saved.before).key("after");
    if (saved.after.empty()) json.null();
    else json.value(saved.after);
    json.close('}');
}

inline void writeLaunch(JsonText& json, const Launch& launch) {
    json.key("api").value(launch.api).key("grid").list(launch.grid).key("block").list(launch.block).key("cluster");
    if (launch.cluster[0] == 0) json.null();
    else json.list(launch.cluster);
    json.key("dynamicSharedBytes").value(launch.dynamicSharedBytes).key("attributes").open('{');
    json.key("programmaticStreamSerialization").value(launch.isProgrammatic);
    json.key("cooperative").value(launch.isCooperative).close('}');
    json.key("params").open('{').key("base64").value(base64Of(launch.params)).key("list").open('[');
    for (const ParamSlot& slot : launch.slots)
        json.open('{').key("offset").value(slot.offset).key("size").value(slot.size).close('}');
    json.close(']').close('}');
}

inline void writeMaps(JsonText& json, const std::vector<PlacedMap>& maps) {
    json.key("tensorMaps").open('[');
    for (const PlacedMap& placed : maps) {
        json.open('{').key("at").open('{');
        if (placed.isParam) json.key("param").value(placed.at);
        else json.key("address").address(placed.at);
        json.close('}');
        writeTensorMap(json, placed.map);
        json.close('}');
    }
    json.close(']');
}

inline void writePtx(JsonText& json, const FoundPtx& ptx) {
    json.key("ptx").open('{');
    if (ptx.text.empty()) json.key("missing").value("sass-only").key("hint").value(ptx.hint);
    else json.key("file").value("module.ptx").key("from").value(ptx.from);
    json.close('}');
}

inline std::string captureJson(const CaptureFacts& facts, const Snapshot& snapshot) {
    const Launch& launch = facts.launch;
    JsonText json;
    json.open('{').key("format").value("lanescape-capture").key("version").value(3).key("complete").value(facts.isComplete);
    json.key("kernel").value(launch.kernel).key("index").value(launch.index);
    json.key("gpu").open('{').key("device").value(facts.gpu.device).key("name").value(facts.gpu.name).key("computeCapability").open('[').value(facts.gpu.major);
    json.value(facts.gpu.minor).close(']').key("driver").value(facts.gpu.driver).close('}');
    writeLaunch(json, launch);
    writeMaps(json, facts.maps);
    json.key("buffers").open('[');
    for (const SavedSpan& saved : snapshot.windows) writeSaved(json, saved);
    json.close(']').key("globals").open('[');
    for (const SavedSpan& saved : snapshot.variables) writeSaved(json, saved);
    json.close(']').key("leftOut").open('[');
    for (const LeftOut& left : facts.leftOut)
        json.open('{').key("what").value(left.what).key("bytes").value(left.bytes).key("why").value(left.why).close('}');
    json.close(']');
    if (launch.isInGraph) json.key("scope").value("graph");
    writePtx(json, facts.ptx);
    return json.close('}').str() + "\n";
}
