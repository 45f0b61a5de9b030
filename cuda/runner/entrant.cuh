// A contender of a comparison, on the device: its code, its memory, and the samples that were taken of it.
#pragma once
#include <memory>

#include "answer-check.cuh"
#include "loaded-launch.hpp"
#include "stop-rule.hpp"

class Entrant {
public:
    Entrant(const Contender& contender, int index)
        : contender(contender), index(index), bytes(Workspace::bytesOf(contender)), pristineMemory(bytes), memory(bytes),
          pristine(contender, pristineMemory.at), workspace(contender, memory.at), loaded(contender) {
        pristine.fill();
        workspace.copyFrom(pristine);
    }
    ~Entrant() {
        if (graph) DRIVER(cuGraphExecDestroy)(graph);
    }
    Entrant(const Entrant&) = delete;
    Entrant& operator=(const Entrant&) = delete;

    void launch(CUstream stream) { loaded.enqueueIn(workspace, stream); }

    // What a launch has written to, as it was: buffers from the workspace that none has touched, and the module's variables.
    void restore(CUstream stream) {
        workspace.restoreOutputs(pristine, stream);
        loaded.fillSymbols(stream);
    }

    // `reference`: where it has run; null where nothing asks for it.
    std::optional<WrongAnswer> answer(CUstream stream, const Workspace* reference) {
        restore(stream);
        launch(stream);
        check(DRIVER(cuStreamSynchronize)(stream), "running " + contender.entry);
        return checkAnswer(contender, workspace, reference);
    }

    // The same of launches in a row, as they are timed: who may overlap the one before does so here. None are there for `cold`.
    std::optional<WrongAnswer> answerInRow(CUstream stream, const Workspace* reference) {
        for (Workspace& each : workspaces) each.restoreOutputs(pristine, stream);
        loaded.fillSymbols(stream);
        for (Workspace& each : workspaces) loaded.enqueueIn(each, stream);
        check(DRIVER(cuStreamSynchronize)(stream), "running " + contender.entry + " in a row");
        const size_t checked = std::min(workspaces.size(), MAX_CHECKED);
        for (size_t i = workspaces.size() - checked; i < workspaces.size(); i++)
            if (const auto wrong = checkAnswer(contender, workspaces[i], reference)) return wrong;
        return std::nullopt;
    }

    // Launches one after the other, each in the next workspace, so that together they touch more than the L2 cache holds.
    void prepareSteady(CUstream stream, size_t l2Bytes, double launchNs) {
        const size_t wanted = 3 * l2Bytes / (bytes > 0 ? bytes : 1) + 1;
        workspaceCount = std::min<size_t>(wanted, MAX_WORKSPACES);
        launches = std::min<size_t>(std::max<size_t>(workspaceCount, static_cast<size_t>(GRAPH_NS / launchNs)), MAX_LAUNCHES);
        rotating = std::make_unique<DeviceMemory>(workspaceCount * bytes);
        workspaces.clear();
        for (size_t i = 0; i < workspaceCount; i++) {
            workspaces.emplace_back(contender, rotating->at + i * bytes);
            workspaces.back().copyFrom(pristine);
        }
        check(DRIVER_V2(cuStreamBeginCapture)(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "cuStreamBeginCapture");
        for (size_t i = 0; i < launches; i++) loaded.enqueueIn(workspaces[i % workspaceCount], stream);
        CUgraph captured;
        check(DRIVER(cuStreamEndCapture)(stream, &captured), "cuStreamEndCapture");
        check(DRIVER(cuGraphInstantiateWithFlags)(&graph, captured, 0), "cuGraphInstantiate");
        DRIVER(cuGraphDestroy)(captured);
    }

    const Contender& contender;
    const int index;
    const size_t bytes;
    DeviceMemory pristineMemory, memory;
    Workspace pristine, workspace;
    CUgraphExec graph = nullptr;
    size_t launches = 1, workspaceCount = 1, discarded = 0;
    StopRule rule;
    std::vector<double> unsentNs, unsentMhz;
    // Of each of these, or of none.
    std::vector<double> unsentReasons, unsentCelsius;

private:
    static constexpr size_t MAX_WORKSPACES = 2048, MAX_LAUNCHES = 4096, MAX_CHECKED = 64;
    static constexpr double GRAPH_NS = 1e6;

    LoadedLaunch loaded;
    std::unique_ptr<DeviceMemory> rotating;
    std::vector<Workspace> workspaces;
};
