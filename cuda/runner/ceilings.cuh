// What this GPU can do at most, each measured by the simplest kernel that comes close: shares of a ceiling are shares of these.
#pragma once
#include <algorithm>

#include "clocks.cuh"
#include "frames.hpp"
#include "wgmma.cuh"

constexpr int CEILING_SAMPLES = 21;

inline double medianOf(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

template <class Work>
double medianNs(Stopwatch& watch, Work work) {
    std::vector<double> ns;
    for (int i = 0; i < CEILING_SAMPLES; i++)
        if (const auto sample = watch.take([](CUstream) {}, work)) ns.push_back(sample->ns);
    return medianOf(ns);
}

// Every byte is read once and written once.
inline double copyBytesPerSecond(Stopwatch& watch) {
    constexpr size_t BYTES = size_t{1} << 30;
    const DeviceMemory from(BYTES), to(BYTES);
    check(DRIVER_V2(cuMemsetD8)(from.at, 0x5a, BYTES), "filling a buffer");
    settle();
    const double ns = medianNs(watch, [&](CUstream on) {
        check(DRIVER_V2(cuMemcpyDtoDAsync)(to.at, from.at, BYTES, on), "copying");
    });
    return 2.0 * BYTES / ns * 1e9;
}

constexpr int SHARED_ROUNDS = 4096, SHARED_THREADS = 1024;

// Lanes read 16 bytes side by side: four wavefronts that use every bank.
static __global__ void loadShared(unsigned long long* clocks, unsigned* sink) {
    __shared__ uint4 tile[SHARED_THREADS];
    tile[threadIdx.x] = make_uint4(threadIdx.x, 1, 2, 3);
    __syncthreads();
    const unsigned at = sharedAddress(&tile[threadIdx.x]);
    unsigned sum = 0;
    const long long start = clock64();
#pragma unroll 16
    for (int round = 0; round < SHARED_ROUNDS; round++) {
        unsigned a, b, c, d;
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
        sum += a ^ b ^ c ^ d;
    }
    __syncthreads();
    if (threadIdx.x == 0) clocks[blockIdx.x] = static_cast<unsigned long long>(clock64() - start);
    if (sum == 1) *sink = sum;
}

inline double sharedBytesPerClk(int smCount, CUstream stream) {
    const DeviceMemory clocks(sizeof(unsigned long long) * smCount + sizeof(unsigned));
    auto* at = reinterpret_cast<unsigned long long*>(clocks.at);
    std::vector<double> rates;
    for (int i = 0; i < CEILING_SAMPLES; i++) {
        loadShared<<<smCount, SHARED_THREADS, 0, reinterpret_cast<cudaStream_t>(stream)>>>(at, reinterpret_cast<unsigned*>(at + smCount));
        check(DRIVER(cuStreamSynchronize)(stream), "loading shared memory");
        std::vector<unsigned long long> read(smCount);
        check(DRIVER_V2(cuMemcpyDtoH)(read.data(), clocks.at, read.size() * sizeof read[0]), "clocks");
        for (const auto clk : read) rates.push_back(16.0 * SHARED_ROUNDS * SHARED_THREADS / static_cast<double>(clk));
    }
    return medianOf(rates);
}

constexpr int PRODUCT_ROUNDS = 2048, PRODUCT_ROWS = 64, PRODUCT_COLUMNS = 256, PRODUCT_DEPTH = 64, PRODUCT_GROUPS = 2;
constexpr int PRODUCT_THREADS = PRODUCT_GROUPS * 128;

// Two warpgroups of each SM multiply what lies in shared memory, over and over. The operands are random, +-[0.5, 1): a matrix of
// zeros takes less power, and the clock stays higher. Writes `ran` on an architecture that has wgmma.
static __global__ void __launch_bounds__(PRODUCT_THREADS, 1) multiplyMatrices(float* sink, unsigned* ran) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
    __shared__ __align__(1024) unsigned short a[PRODUCT_GROUPS][PRODUCT_ROWS * PRODUCT_DEPTH];
    __shared__ __align__(1024) unsigned short b[PRODUCT_COLUMNS * PRODUCT_DEPTH];
    const auto random = [](unsigned x) {
        x = (x + 1) * 0x9e3779b1u;
        x = (x ^ x >> 15) * 0x85ebca6bu;
        return static_cast<unsigned short>((x >> 8 & 0x807f) | 0x3f00);
    };
    for (int i = threadIdx.x; i < PRODUCT_GROUPS * PRODUCT_ROWS * PRODUCT_DEPTH; i += PRODUCT_THREADS) a[0][i] = random(i);
    for (int i = threadIdx.x; i < PRODUCT_COLUMNS * PRODUCT_DEPTH; i += PRODUCT_THREADS) b[i] = random(i + 77777);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float sums[PRODUCT_COLUMNS / 8][4] = {};
    const uint64_t rowsOfA = describeRows(a[threadIdx.x / 128]), rowsOfB = describeRows(b);
#pragma unroll 1
    for (int round = 0; round < PRODUCT_ROUNDS; round++) {
        fenceProducts();
#pragma unroll
        for (int k = 0; k < PRODUCT_DEPTH / 16; k++)
            multiplyRows<PRODUCT_COLUMNS>(sums, rowsOfA + k * NEXT_K, rowsOfB + k * NEXT_K, round + k > 0);
        commitProducts();
        waitForProducts<1>();
    }
    waitForProducts<0>();
    keepBehind(sums);
    float sum = 0;
    for (const auto& block : sums)
        for (const float value : block) sum += value;
    sink[blockIdx.x * PRODUCT_THREADS + threadIdx.x] = sum;
    *ran = 1;
#endif
}

// Of bf16 with sums in fp32; 0 where the architecture has no wgmma.
inline double matrixFlopsPerSecond(Stopwatch& watch, int smCount) {
    const DeviceMemory sums(sizeof(float) * smCount * PRODUCT_THREADS), flag(sizeof(unsigned));
    check(DRIVER_V2(cuMemsetD8)(flag.at, 0, sizeof(unsigned)), "flag");
    settle();
    const double ns = medianNs(watch, [&](CUstream on) {
        multiplyMatrices<<<smCount, PRODUCT_THREADS, 0, reinterpret_cast<cudaStream_t>(on)>>>(
                reinterpret_cast<float*>(sums.at), reinterpret_cast<unsigned*>(flag.at));
    });
    unsigned ran;
    check(DRIVER_V2(cuMemcpyDtoH)(&ran, flag.at, sizeof ran), "flag");
    const double flops = 2.0 * PRODUCT_ROWS * PRODUCT_COLUMNS * PRODUCT_DEPTH * PRODUCT_GROUPS * PRODUCT_ROUNDS * smCount;
    return ran ? flops / ns * 1e9 : 0;
}

static __global__ void doNothing() {}

// From one launch of a graph to the next, when nothing is done in between.
inline double launchNs(Stopwatch& watch) {
    constexpr int LAUNCHES = 1000;
    CUgraph captured;
    CUgraphExec graph;
    check(DRIVER_V2(cuStreamBeginCapture)(watch.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL), "cuStreamBeginCapture");
    for (int i = 0; i < LAUNCHES; i++) doNothing<<<1, 1, 0, reinterpret_cast<cudaStream_t>(watch.stream)>>>();
    check(DRIVER(cuStreamEndCapture)(watch.stream, &captured), "cuStreamEndCapture");
    check(DRIVER(cuGraphInstantiateWithFlags)(&graph, captured, 0), "cuGraphInstantiate");
    const double ns = medianNs(watch, [&](CUstream on) { check(DRIVER(cuGraphLaunch)(graph, on), "cuGraphLaunch"); });
    DRIVER(cuGraphExecDestroy)(graph);
    DRIVER(cuGraphDestroy)(captured);
    return ns / LAUNCHES;
}

inline std::string ceilingFields(int smCount) {
    Stopwatch watch(smCount);
    const double flops = matrixFlopsPerSecond(watch, smCount);
    return "\"copyBytesPerSecond\":" + number(copyBytesPerSecond(watch)) +
         ",\"matrixFlopsPerSecond\":" + (flops > 0 ? number(flops) : "null") +
         ",\"sharedBytesPerClk\":" + number(sharedBytesPerClk(smCount, watch.stream)) + ",\"launchNs\":" + number(launchNs(watch));
}
