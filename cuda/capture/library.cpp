// The library that the CUDA driver loads into a program when CUDA_INJECTION64_PATH names it. CUPTI tells it of the driver's calls;
// no symbol of the program is replaced. README.md says what follows from that.
#include <cupti.h>

#include <array>
#include <cstdio>

#include "launch-log.hpp"
#include "session.hpp"

namespace {

// Never freed: other threads may launch while the program ends.
Session* session = nullptr;
// Our own calls of the driver come by, too.
thread_local bool isOurs = false;

using Call = const CUpti_CallbackData;

template <class Params>
const Params& paramsOf(Call& call) {
    return *static_cast<const Params*>(call.functionParams);
}

CUresult resultOf(Call& call) { return *static_cast<const CUresult*>(call.functionReturnValue); }

// The stream that a call without one means, where the program is compiled for a default stream per thread.
CUstream streamOf(CUstream stream, Call& call) {
    const std::string name = call.functionName;
    const bool isPerThread = name.size() > 5 && name.compare(name.size() - 5, 5, "_ptsz") == 0;
    return stream == nullptr && isPerThread ? CU_STREAM_PER_THREAD : stream;
}

struct Waiting {
    Captures captures;
    CUstream stream;
};

// Until the call's end, which gets the same pointer.
void keep(Call& call, Captures captures, CUstream stream) {
    *call.correlationData = captures.empty() ? 0 : reinterpret_cast<uint64_t>(new Waiting{std::move(captures), stream});
}

void endLaunch(Call& call) {
    const std::unique_ptr<Waiting> waiting(reinterpret_cast<Waiting*>(*call.correlationData));
    *call.correlationData = 0;
    if (waiting) session->finish(waiting->captures, waiting->stream, resultOf(call));
}

void begin(Call& call, Launch launch, void* const* values, void* const* extra) {
    launch.api = call.functionName;
    launch.stream = streamOf(launch.stream, call);
    const CUstream stream = launch.stream;
    keep(call, session->begin(std::move(launch), values, extra), stream);
}

void beginPlain(Call& call) {
    const auto& given = paramsOf<cuLaunchKernel_params>(call);
    if (session->isChosen(given.f)) begin(call, plainLaunch(given), given.kernelParams, given.extra);
}

void beginCooperative(Call& call) {
    const auto& given = paramsOf<cuLaunchCooperativeKernel_params>(call);
    if (!session->isChosen(given.f)) return;
    Launch launch = plainLaunch(given);
    launch.isCooperative = true;
    begin(call, launch, given.kernelParams, nullptr);
}

void beginConfigured(Call& call) {
    const auto& given = paramsOf<cuLaunchKernelEx_params>(call);
    if (session->isChosen(given.f)) begin(call, configuredLaunch(*given.config, given.f), given.kernelParams, given.extra);
}

void beginGraph(Call& call) {
    const auto& given = paramsOf<cuGraphLaunch_params>(call);
    const CUstream stream = streamOf(given.hStream, call);
    keep(call, session->beginGraph(given.hGraph, stream), stream);
}

// All forms of cuGraphInstantiate begin with the same two parameters.
void endInstantiate(Call& call) {
    const auto& given = paramsOf<cuGraphInstantiateWithFlags_params>(call);
    session->graphs.remember(*given.phGraphExec, given.hGraph);
}

void endGraphUpdate(Call& call) {
    const auto& given = paramsOf<cuGraphExecUpdate_v2_params>(call);
    session->graphs.remember(given.hGraphExec, given.hGraph);
}

void beginGraphDestroy(Call& call) { session->graphs.forget(paramsOf<cuGraphExecDestroy_params>(call).hGraphExec); }

void endBeginRecording(Call&) { session->shared().recordings++; }
void endEndRecording(Call&) { session->shared().recordings--; }

// All forms of loading code from memory begin with the handle and the code.
void endLoad(Call& call) {
    const auto& given = paramsOf<cuModuleLoadData_params>(call);
    session->shared().images.remember(*given.module, given.image);
}

void endLoadLibrary(Call& call) {
    endLoad(call);
    session->shared().images.markLibrary(*paramsOf<cuLibraryLoadData_params>(call).library);
}

void endLoadFile(Call& call) {
    const auto& given = paramsOf<cuModuleLoad_params>(call);
    session->shared().images.rememberFile(*given.module, given.fname);
}

void endLoadLibraryFile(Call& call) {
    endLoadFile(call);
    session->shared().images.markLibrary(*paramsOf<cuLibraryLoadFromFile_params>(call).library);
}

void beginUnload(Call& call) { session->forgetCode(paramsOf<cuModuleUnload_params>(call).hmod); }

void beginLinkData(Call& call) {
    const auto& given = paramsOf<cuLinkAddData_v2_params>(call);
    if (given.type == CU_JIT_INPUT_PTX) session->shared().images.addToLink(given.state, given.data, given.size);
}

void endLink(Call& call) {
    const auto& given = paramsOf<cuLinkComplete_params>(call);
    session->shared().images.completeLink(given.state, *given.cubinOut);
}

void endTiledMap(Call& call) {
    const auto& given = paramsOf<cuTensorMapEncodeTiled_params>(call);
    session->shared().maps.remember(given.tensorMap, tiledArguments(given));
}

void endIm2colMap(Call& call) {
    const auto& given = paramsOf<cuTensorMapEncodeIm2col_params>(call);
    session->shared().maps.remember(given.tensorMap, im2colArguments(given));
}

struct Handler {
    CUpti_CallbackId call;
    void (*atBegin)(Call&);
    void (*atEnd)(Call&);
    // Whether the end matters also when the call failed.
    bool endsAlways = false;
};

#define ON(name) CUPTI_DRIVER_TRACE_CBID_##name
constexpr Handler HANDLERS[] = {
    {ON(cuLaunchKernel), beginPlain, endLaunch, true},
    {ON(cuLaunchKernel_ptsz), beginPlain, endLaunch, true},
    {ON(cuLaunchKernelEx), beginConfigured, endLaunch, true},
    {ON(cuLaunchKernelEx_ptsz), beginConfigured, endLaunch, true},
    {ON(cuLaunchCooperativeKernel), beginCooperative, endLaunch, true},
    {ON(cuLaunchCooperativeKernel_ptsz), beginCooperative, endLaunch, true},
    {ON(cuGraphLaunch), beginGraph, endLaunch, true},
    {ON(cuGraphLaunch_ptsz), beginGraph, endLaunch, true},
    {ON(cuGraphInstantiate), nullptr, endInstantiate},
    {ON(cuGraphInstantiate_v2), nullptr, endInstantiate},
    {ON(cuGraphInstantiateWithFlags), nullptr, endInstantiate},
    {ON(cuGraphInstantiateWithParams), nullptr, endInstantiate},
    {ON(cuGraphInstantiateWithParams_ptsz), nullptr, endInstantiate},
    {ON(cuGraphExecUpdate), nullptr, endGraphUpdate},
    {ON(cuGraphExecUpdate_v2), nullptr, endGraphUpdate},
    {ON(cuGraphExecDestroy), beginGraphDestroy, nullptr},
    {ON(cuStreamBeginCapture), nullptr, endBeginRecording},
    {ON(cuStreamBeginCapture_ptsz), nullptr, endBeginRecording},
    {ON(cuStreamBeginCapture_v2), nullptr, endBeginRecording},
    {ON(cuStreamBeginCapture_v2_ptsz), nullptr, endBeginRecording},
    {ON(cuStreamBeginCaptureToGraph), nullptr, endBeginRecording},
    {ON(cuStreamBeginCaptureToGraph_ptsz), nullptr, endBeginRecording},
    {ON(cuStreamEndCapture), nullptr, endEndRecording, true},
    {ON(cuStreamEndCapture_ptsz), nullptr, endEndRecording, true},
    {ON(cuModuleLoadData), nullptr, endLoad},
    {ON(cuModuleLoadDataEx), nullptr, endLoad},
    {ON(cuModuleLoadFatBinary), nullptr, endLoad},
    {ON(cuLibraryLoadData), nullptr, endLoadLibrary},
    {ON(cuModuleLoad), nullptr, endLoadFile},
    {ON(cuLibraryLoadFromFile), nullptr, endLoadLibraryFile},
    {ON(cuModuleUnload), beginUnload, nullptr},
    {ON(cuLibraryUnload), beginUnload, nullptr},
    {ON(cuLinkAddData_v2), beginLinkData, nullptr},
    {ON(cuLinkComplete), nullptr, endLink},
    {ON(cuTensorMapEncodeTiled), nullptr, endTiledMap},
    {ON(cuTensorMapEncodeIm2col), nullptr, endIm2colMap},
};
#undef ON

void CUPTIAPI onCall(void*, CUpti_CallbackDomain, CUpti_CallbackId id, const void* data) {
    if (isOurs) return;
    // Handlers by number: this is asked at every launch.
    static const std::array<const Handler*, CUPTI_DRIVER_TRACE_CBID_SIZE> byCall = [] {
        std::array<const Handler*, CUPTI_DRIVER_TRACE_CBID_SIZE> rows{};
        for (const Handler& row : HANDLERS) rows[row.call] = &row;
        return rows;
    }();
    if (id >= byCall.size() || !byCall[id]) return;
    const Handler& handler = *byCall[id];
    Call& call = *static_cast<Call*>(data);
    isOurs = true;
    try {
        const std::lock_guard<std::mutex> guard(session->mutex);
        if (call.callbackSite == CUPTI_API_ENTER) {
            *call.correlationData = 0;
            if (handler.atBegin) handler.atBegin(call);
        } else if (handler.atEnd && (handler.endsAlways || succeeds(resultOf(call)))) {
            handler.atEnd(call);
        }
    } catch (const std::exception& failure) {
        // The program goes on: it knows nothing of captures.
        std::fprintf(stderr, "lanescape capture: %s\n", failure.what());
    }
    isOurs = false;
}

bool isRefused(CUptiResult result) {
    if (result == CUPTI_SUCCESS) return false;
    const char* text = "?";
    cuptiGetResultString(result, &text);
    std::fprintf(stderr, "lanescape capture: CUPTI refuses: %s (is another profiler running?)\n", text);
    return true;
}

bool isDriverTooOld() {
    if (driverSymbol("cuFuncGetParamInfo")) return false;
    std::fprintf(stderr, "lanescape capture: this driver is older than CUDA 12.4 and cannot say the sizes of parameters: nothing is captured\n");
    return true;
}

}  // namespace

// The driver calls it when it initialises; 1 says that all is well.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
    const Options options = Options::ofEnvironment();
    if (!options.listFile.empty()) LaunchLog::start(options.listFile);
    if (options.folder.empty() || isDriverTooOld()) return 1;
    session = new Session(options);
    CUpti_SubscriberHandle subscriber;
    if (isRefused(cuptiSubscribe(&subscriber, onCall, nullptr))) return 1;
    for (const Handler& row : HANDLERS)
        if (isRefused(cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, row.call))) return 1;
    return 1;
}
