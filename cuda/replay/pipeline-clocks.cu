// Asks this machine what the pipeline model is given as numbers: latency and rate of bulk copies, how long an arrival takes until
// it is seen, the rates of exponentials, multiply-adds, mma.sync and wgmma. It knows nothing of what should come;
// src/model/pipeline says what becomes of it.
//
//   nvcc -O3 -std=c++17 -I ../include -gencode=arch=compute_90a,code=sm_90a -o pipeline-clocks pipeline-clocks.cu
//   ./pipeline-clocks > pipeline-clocks.txt
//
// For each measurement a line, "copy latency, 16 bytes, L2, clk: 256 288 309 340 354": how many samples, the least, the median,
// the 90th percentile, the most. Clocks are those of the SM; both sides of a difference are read on one SM.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "mbarrier.cuh"
#include "mma.cuh"
#include "wgmma.cuh"

constexpr int SAMPLES = 256;
constexpr int LAUNCHES = 9;
constexpr int PASSES = 2000;
constexpr int LANES = 32;
constexpr size_t KIB = 1024, MIB = 1024 * KIB;
// Copies come from the first half; the second is written to drive the first out of L2.
constexpr size_t MEMORY_BYTES = 2048 * MIB;
constexpr size_t BETWEEN_COPIES_BYTES = 64 * KIB;
constexpr size_t DYNAMIC_SHARED_BYTES = 200 * KIB;

inline __device__ void copyBulk(void* to, const void* from, int bytes, uint64_t* barrier) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     sharedAddress(to)),
                 "l"(from), "r"(bytes), "r"(sharedAddress(barrier))
                 : "memory");
}

// Two readings of the clock with nothing between them: what all other differences have in them, too.
__global__ void readClock(long long* clk) {
    for (int i = 0; i < SAMPLES; i++) {
        const long long start = clock64();
        clk[i] = clock64() - start;
    }
}

// One copy at a time, each from another address: from before it is asked for until a wait for it is over.
__global__ void copyAlone(const char* from, int bytes, long long* clk) {
    extern __shared__ __align__(128) char buffer[];
    __shared__ uint64_t full;
    initBarrier(&full, 1);
    fenceBarrierInit();
    for (int i = 0; i < SAMPLES; i++) {
        const long long start = clock64();
        arriveExpecting(&full, bytes);
        copyBulk(buffer, from + i * BETWEEN_COPIES_BYTES, bytes, &full);
        waitFor(&full, i & 1);
        clk[i] = clock64() - start;
    }
}

// A ring that is always full of copies. CTA c reads its `ctaBytes` so many times, from c * ctaStride on. The number of stages is
// known to the compiler: with divisions in the loop, the one thread that asks would be what is measured.
template <int STAGES>
__global__ void copyAlways(const char* from, int bytes, int ctaBytes, size_t ctaStride, int times, long long* clk) {
    extern __shared__ __align__(128) char buffer[];
    __shared__ uint64_t full[STAGES];
    for (int stage = 0; stage < STAGES; stage++) initBarrier(&full[stage], 1);
    fenceBarrierInit();
    const char* own = from + blockIdx.x * ctaStride;
    const int rounds = ctaBytes / bytes / STAGES * times;
    int at = 0;
    const long long start = clock64();
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int stage = 0; stage < STAGES; stage++) {
            if (round > 0) waitFor(&full[stage], (round - 1) & 1);
            arriveExpecting(&full[stage], bytes);
            copyBulk(buffer + stage * bytes, own + at, bytes, &full[stage]);
            at = at + bytes == ctaBytes ? 0 : at + bytes;
        }
    }
#pragma unroll
    for (int stage = 0; stage < STAGES; stage++) waitFor(&full[stage], (rounds - 1) & 1);
    clk[blockIdx.x] = clock64() - start;
}

// One warp arrives after some time, another waits: from just before the arrival until the wait is over.
__global__ void arriveLater(int afterClk, long long* clk) {
    __shared__ uint64_t barrier;
    __shared__ long long arriving, passed;
    if (threadIdx.x == 0) {
        initBarrier(&barrier, 1);
        fenceBarrierInit();
    }
    __syncthreads();
    for (int i = 0; i < SAMPLES; i++) {
        if (threadIdx.x == 0) {
            // Not always at the same place in the waiter's loop.
            const long long until = clock64() + afterClk + i % 37;
            while (clock64() < until) {
            }
            const long long start = clock64();
            arrive(&barrier);
            arriving = start;
        }
        if (threadIdx.x == LANES) {
            waitFor(&barrier, i & 1);
            passed = clock64();
        }
        __syncthreads();
        if (threadIdx.x == 0) clk[i] = passed - arriving;
        __syncthreads();
    }
}

// Two warps hand a turn to and fro through two mbarriers: half a round is from an arrival until the other one arrives.
__global__ void handOver(long long* clk) {
    __shared__ uint64_t turns[2];
    const int warp = threadIdx.x / LANES;
    if (threadIdx.x == 0) {
        initBarrier(&turns[0], 1);
        initBarrier(&turns[1], 1);
        fenceBarrierInit();
    }
    __syncthreads();
    if (threadIdx.x % LANES != 0) return;
    const long long start = clock64();
    for (int pass = 0; pass < PASSES; pass++) {
        if (warp == 1) waitFor(&turns[0], pass & 1);
        arrive(&turns[warp]);
        if (warp == 0) waitFor(&turns[1], pass & 1);
    }
    if (warp == 0) *clk = clock64() - start;
}

// Two warpgroups hand a turn to and fro through two barriers of the CTA: one syncs where the other one arrives.
__global__ void handOverNamed(long long* clk) {
    const int group = threadIdx.x / 128;
    __syncthreads();
    const long long start = clock64();
    for (int pass = 0; pass < PASSES; pass++) {
        if (group == 1) asm volatile("barrier.cta.sync 8, 256;" ::: "memory");
        if (group == 1) asm volatile("barrier.cta.arrive 9, 256;" ::: "memory");
        if (group == 0) asm volatile("barrier.cta.arrive 8, 256;" ::: "memory");
        if (group == 0) asm volatile("barrier.cta.sync 9, 256;" ::: "memory");
    }
    if (threadIdx.x == 0) *clk = clock64() - start;
}

// Barriers of all threads, one behind the other.
__global__ void synchronize(long long* clk) {
    __syncthreads();
    const long long start = clock64();
#pragma unroll 8
    for (int pass = 0; pass < PASSES; pass++) asm volatile("barrier.cta.sync 0;" ::: "memory");
    if (threadIdx.x == 0) *clk = clock64() - start;
}

// Eight chains in each thread.
__global__ void exponentials(float* sink, long long* clk) {
    float values[8];
    for (int i = 0; i < 8; i++) values[i] = threadIdx.x * 0.001f + i;
    __syncthreads();
    const long long start = clock64();
    for (int pass = 0; pass < PASSES; pass++)
#pragma unroll
        for (int i = 0; i < 8; i++) asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(values[i]));
    __syncthreads();
    if (threadIdx.x == 0) *clk = clock64() - start;
    for (int i = 0; i < 8; i++) sink[threadIdx.x * 8 + i] = values[i];
}

// Eight chains in each thread, and little else: a loop of 128 instructions.
__global__ void multiplyAdds(float* sink, long long* clk) {
    float values[8];
    for (int i = 0; i < 8; i++) values[i] = threadIdx.x * 0.001f + i;
    __syncthreads();
    const long long start = clock64();
#pragma unroll 16
    for (int pass = 0; pass < PASSES; pass++)
#pragma unroll
        for (int i = 0; i < 8; i++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(values[i]));
    __syncthreads();
    if (threadIdx.x == 0) *clk = clock64() - start;
    for (int i = 0; i < 8; i++) sink[threadIdx.x * 8 + i] = values[i];
}

// Eight sums in each warp, m16n8k16 of bf16. They differ from the start, or the compiler makes one of them.
__global__ void warpProducts(float* sink, long long* clk) {
    float sums[8][4];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++) sums[i][j] = threadIdx.x + i * 4 + j;
    constexpr uint32_t ONES = 0x3f803f80;
    const uint32_t a[4] = {ONES, ONES, ONES, ONES};
    __syncthreads();
    const long long start = clock64();
    for (int pass = 0; pass < PASSES; pass++)
#pragma unroll
        for (int i = 0; i < 8; i++) mma(sums[i], a, ONES, ONES);
    __syncthreads();
    if (threadIdx.x == 0) *clk = clock64() - start;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 4; j++) sink[(threadIdx.x * 8 + i) * 4 + j] = sums[i][j];
}

// m64n128k32 of 8-bit floats; the descriptors are those of bf16, for a K of 32 is as many bytes.
inline __device__ void multiplyBytes(float (&sums)[16][4], uint64_t rowsOfA, uint64_t rowsOfB) {
    asm volatile("wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {" NAMES_64 "}, %64, %65, 1, 1, 1;"
                 : SUMS_64(sums, 0)
                 : "l"(rowsOfA), "l"(rowsOfB)
                 : "memory");
}

enum class Operand { BF16, E4M3 };

// Four products of 64 rows and 128 columns in a group, all warpgroups of the same operands.
template <Operand TYPE>
__global__ void __launch_bounds__(256) warpgroupProducts(float* sink, long long* clk) {
    extern __shared__ __align__(1024) char operands[];
    constexpr int A_BYTES = 64 * 128, B_BYTES = 128 * 128;
    // Numbers near 1, not all the same.
    constexpr uint32_t ONES = TYPE == Operand::BF16 ? 0x3f803f80u : 0x38383838u;
    constexpr uint32_t VARIED = TYPE == Operand::BF16 ? 0x007f007fu : 0x07070707u;
    for (int i = threadIdx.x; i < (A_BYTES + B_BYTES) / 4; i += blockDim.x)
        reinterpret_cast<uint32_t*>(operands)[i] = ONES | (i * 2654435761u >> 9 & VARIED);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    float sums[16][4] = {};
    const uint64_t a = describeRows(operands), b = describeRows(operands + A_BYTES);
    const long long start = clock64();
    fenceProducts();
    for (int pass = 0; pass < PASSES; pass++) {
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if constexpr (TYPE == Operand::BF16) multiplyRows<128>(sums, a + k * NEXT_K, b + k * NEXT_K, true);
            else multiplyBytes(sums, a + k * NEXT_K, b + k * NEXT_K);
        }
        commitProducts();
    }
    waitForProducts<0>();
    keepBehind(sums);
    __syncthreads();
    if (threadIdx.x == 0) *clk = clock64() - start;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 4; j++) sink[(threadIdx.x * 16 + i) * 4 + j] = sums[i][j];
}

static void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    exit(1);
}

static char* memory;
static long long* clocks;
static float* sink;

static std::vector<double> taken(int count) {
    check(cudaDeviceSynchronize(), "a launch");
    std::vector<long long> clk(count);
    check(cudaMemcpy(clk.data(), clocks, count * sizeof(long long), cudaMemcpyDeviceToHost), "clocks");
    return {clk.begin(), clk.end()};
}

static void print(const std::string& what, std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    const size_t count = samples.size();
    printf("%s: %zu %.6g %.6g %.6g %.6g\n", what.c_str(), count, samples.front(), samples[count / 2],
           samples[count * 9 / 10], samples.back());
}

static void leaveL2() { check(cudaMemset(memory + MEMORY_BYTES / 2, 1, MEMORY_BYTES / 2), "leaveL2"); }

static void printCopiesAlone(int bytes) {
    const std::string what = "copy latency, " + std::to_string(bytes) + " bytes, ";
    leaveL2();
    for (const char* from : {"global memory", "L2"}) {
        copyAlone<<<1, 1, BETWEEN_COPIES_BYTES>>>(memory, bytes, clocks);
        print(what + from + ", clk", taken(SAMPLES));
    }
}

struct Place {
    const char* name;
    int ctaBytes;
    size_t ctaStride;
    int times;
    bool isInL2;
};
constexpr Place PLACES[] = {
    {"L2, the same for all", 4 * MIB, 0, 1, true},
    {"L2, each its own", 128 * KIB, 128 * KIB, 32, true},
    {"global memory", 4 * MIB, 4 * MIB, 1, false},
};

template <int STAGES>
static void printCopies(int bytes, int ctas, const Place& place) {
    check(cudaFuncSetAttribute(copyAlways<STAGES>, cudaFuncAttributeMaxDynamicSharedMemorySize, DYNAMIC_SHARED_BYTES), "shared");
    const auto launch = [&] {
        const auto& [name, ctaBytes, ctaStride, times, isInL2] = place;
        copyAlways<STAGES><<<ctas, 1, STAGES * bytes>>>(memory, bytes, ctaBytes, ctaStride, times, clocks);
    };
    if (place.isInL2) launch();
    else leaveL2();
    launch();
    std::vector<double> rates = taken(ctas);
    for (double& rate : rates) rate = static_cast<double>(place.ctaBytes) * place.times / rate;
    print("copy rate, " + std::to_string(bytes) + " bytes, " + std::to_string(ctas) + " SMs, " + place.name +
              ", bytes/clk of each",
          rates);
}

// Of one pass; `perPass`: how often it happens in it.
static void printPasses(const std::string& what, int perPass, const std::function<void()>& launch) {
    std::vector<double> clks;
    for (int i = 0; i < LAUNCHES; i++) {
        launch();
        clks.push_back(taken(1)[0] / PASSES / perPass);
    }
    print(what, clks);
}

// `work`: done between the two readings of the clock.
static void printRate(const std::string& what, double work, const std::function<void()>& launch) {
    std::vector<double> rates;
    for (int i = 0; i < LAUNCHES; i++) {
        launch();
        rates.push_back(work / taken(1)[0]);
    }
    print(what, rates);
}

int main() {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "device");
    check(cudaMalloc(&memory, MEMORY_BYTES), "memory");
    check(cudaMemset(memory, 1, MEMORY_BYTES), "memory");
    check(cudaMalloc(&clocks, SAMPLES * sizeof(long long)), "clocks");
    check(cudaMalloc(&sink, MIB), "sink");

    readClock<<<1, 1>>>(clocks);
    print("two readings of the clock, clk", taken(SAMPLES));
    check(cudaFuncSetAttribute(copyAlone, cudaFuncAttributeMaxDynamicSharedMemorySize, DYNAMIC_SHARED_BYTES), "shared");
    for (int bytes : {16, 128, 1024, 4096, 8192, 16384, 32768, 65536}) printCopiesAlone(bytes);
    for (int ctas : {1, device.multiProcessorCount})
        for (const Place& place : PLACES) {
            for (int bytes : {2048, 4096, 8192, 16384}) printCopies<8>(bytes, ctas, place);
            printCopies<4>(32768, ctas, place);
            printCopies<2>(65536, ctas, place);
        }
    for (int afterClk : {100, 500, 2000, 10000}) {
        arriveLater<<<1, 2 * LANES>>>(afterClk, clocks);
        print("arrival after " + std::to_string(afterClk) + " clk, until seen, clk", taken(SAMPLES));
    }
    printPasses("turn handed over by mbarriers, clk", 2, [] { handOver<<<1, 2 * LANES>>>(clocks); });
    printPasses("turn handed over by barriers of the CTA, clk", 2, [] { handOverNamed<<<1, 256>>>(clocks); });
    for (int warps : {2, 4, 8, 16})
        printPasses("barrier.cta.sync, " + std::to_string(warps) + " warps, clk", 1,
                    [=] { synchronize<<<1, LANES * warps>>>(clocks); });
    for (int warps : {4, 8, 16}) {
        const std::string by = ", " + std::to_string(warps) + " warps, ";
        printRate("exponentials" + by + "1/clk", 1.0 * PASSES * 8 * LANES * warps,
                  [=] { exponentials<<<1, LANES * warps>>>(sink, clocks); });
        printRate("multiply-adds" + by + "warp instructions/clk", 1.0 * PASSES * 8 * warps,
                  [=] { multiplyAdds<<<1, LANES * warps>>>(sink, clocks); });
        printRate("mma.sync" + by + "FLOP/clk", 2.0 * 16 * 8 * 16 * PASSES * 8 * warps,
                  [=] { warpProducts<<<1, LANES * warps>>>(sink, clocks); });
    }
    for (int groups : {1, 2}) {
        const std::string by = ", " + std::to_string(groups) + " warpgroups, FLOP/clk";
        printRate("wgmma" + by, 2.0 * 64 * 128 * 16 * PASSES * 4 * groups,
                  [=] { warpgroupProducts<Operand::BF16><<<1, 128 * groups, 32 * KIB>>>(sink, clocks); });
        printRate("wgmma of e4m3" + by, 2.0 * 64 * 128 * 32 * PASSES * 4 * groups,
                  [=] { warpgroupProducts<Operand::E4M3><<<1, 128 * groups, 32 * KIB>>>(sink, clocks); });
    }
}
