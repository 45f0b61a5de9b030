// The kernels of executable graphs: what a launch of the graph will launch.
#pragma once
#include <map>
#include <vector>

#include "launch.hpp"

// The nodes in the order in which the driver lists them, with those of graphs within.
inline std::vector<CUgraphNode> nodesOf(CUgraph graph) {
    size_t count = 0;
    if (!succeeds(DRIVER_CALL(cuGraphGetNodes, graph, nullptr, &count))) return {};
    std::vector<CUgraphNode> nodes(count), all;
    if (count == 0 || !succeeds(DRIVER_CALL(cuGraphGetNodes, graph, nodes.data(), &count))) return {};
    for (CUgraphNode node : nodes) {
        all.push_back(node);
        CUgraphNodeType type;
        CUgraph inner = nullptr;
        const bool isGraph = succeeds(DRIVER_CALL(cuGraphNodeGetType, node, &type)) && type == CU_GRAPH_NODE_TYPE_GRAPH;
        if (!isGraph || !succeeds(DRIVER_CALL(cuGraphChildGraphNodeGetGraph, node, &inner))) continue;
        const std::vector<CUgraphNode> within = nodesOf(inner);
        all.insert(all.end(), within.begin(), within.end());
    }
    return all;
}

// Nothing, if the node is no kernel.
inline bool kernelOfNode(CUgraphNode node, Launch& launch) {
    CUgraphNodeType type;
    if (!succeeds(DRIVER_CALL(cuGraphNodeGetType, node, &type)) || type != CU_GRAPH_NODE_TYPE_KERNEL) return false;
    CUDA_KERNEL_NODE_PARAMS given{};
    if (!succeeds(DRIVER_CALL(cuGraphKernelNodeGetParams, node, &given))) return false;
    launch.function = given.func ? given.func : reinterpret_cast<CUfunction>(given.kern);
    launch.context = given.ctx;
    launch.api = "cuGraphLaunch";
    launch.isInGraph = true;
    launch.grid = {given.gridDimX, given.gridDimY, given.gridDimZ};
    launch.block = {given.blockDimX, given.blockDimY, given.blockDimZ};
    launch.dynamicSharedBytes = given.sharedMemBytes;
    for (const CUlaunchAttributeID id : {CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, CU_LAUNCH_ATTRIBUTE_COOPERATIVE}) {
        CUlaunchAttributeValue value{};
        if (succeeds(DRIVER_CALL(cuGraphKernelNodeGetAttribute, node, id, &value))) takeAttribute(launch, id, value);
    }
    launch.kernel = kernelName(launch.function);
    launch.slots = paramSlots(launch.function);
    launch.params = paramBytes(launch.slots, given.kernelParams, given.extra);
    return true;
}

class Graphs {
public:
    // What a graph does is copied when it is made executable: the program may change or free the graph afterwards.
    void remember(CUgraphExec executable, CUgraph graph) {
        const std::vector<CUgraphNode> nodes = nodesOf(graph);
        std::vector<Launch>& kernels = byExecutable[executable];
        kernels.clear();
        for (CUgraphNode node : nodes)
            if (Launch launch; kernelOfNode(node, launch)) kernels.push_back(launch);
        for (Launch& launch : kernels) launch.isAloneInGraph = nodes.size() == 1;
    }
    void forget(CUgraphExec executable) { byExecutable.erase(executable); }

    const std::vector<Launch>& kernelsOf(CUgraphExec executable) { return byExecutable[executable]; }

private:
    std::map<CUgraphExec, std::vector<Launch>> byExecutable;
};
