// Asks this machine what needs a cluster: a CTA's own st.async, red.async, multicast and bulk copy in a launch without clusters, in
// a cluster of 1 and in one of 2, by its plain address and by one of mapa. It knows nothing of what should come; scripts/replay
// compares.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o cluster-needs cluster-needs.cu
//   for what in 0 1 2 3; do for ctas in 0 1 2; do for mapped in 0 1; do ./cluster-needs $what $ctas $mapped; done; done; done
//
// Each run prints a line: "st.async, no cluster, plain address: cudaSuccess, word 7, done 1", of the first CTA.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

constexpr int TRIES = 1000000;

__device__ inline uint32_t sharedAddress(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }

extern "C" __global__ void probe(int what, int mapped, uint32_t* out, const uint32_t* in) {
    __shared__ alignas(128) uint32_t target[32];
    __shared__ uint64_t full;
    if (threadIdx.x < 32) target[threadIdx.x] = 100 + threadIdx.x;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    uint32_t to = sharedAddress(target), bar = sharedAddress(&full), rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (mapped) {
        asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(to) : "r"(rank));
        asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(bar) : "r"(rank));
    }
    if (threadIdx.x == 0) {
        const uint32_t bytes = what == 0 ? 4 : what == 1 ? 4 : 128;
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&full)), "r"(bytes)
                     : "memory");
        if (what == 0)
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(to), "r"(7u),
                         "r"(bar)
                         : "memory");
        if (what == 1)
            asm volatile(
                "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(to),
                "r"(7u), "r"(bar)
                : "memory");
        if (what == 2)
            asm volatile(
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 128, "
                "[%2], %3;" ::"r"(sharedAddress(target)),
                "l"(in), "r"(sharedAddress(&full)), "h"(static_cast<uint16_t>(1 << rank))
                : "memory");
        if (what == 3)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(
                             to),
                         "l"(in), "r"(bar)
                         : "memory");
        for (int i = 0; i < TRIES; i++) {
            uint32_t done;
            asm volatile(
                "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                : "=r"(done)
                : "r"(sharedAddress(&full))
                : "memory");
            if (done) {
                out[8 + rank] = 1;
                break;
            }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) out[rank] = target[0];
}

int main(int count, char** arguments) {
    if (count != 4) return 2;
    const char* const names[] = {"st.async", "red.async", "multicast", "bulk in"};
    const char* const launches[] = {"no cluster", "cluster of 1", "cluster of 2"};
    const int what = std::atoi(arguments[1]), ctas = std::atoi(arguments[2]), mapped = std::atoi(arguments[3]);
    uint32_t *out, *in;
    cudaMalloc(&out, 64);
    cudaMalloc(&in, 128);
    cudaMemset(out, 0, 64);
    cudaMemset(in, 1, 128);
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(ctas > 0 ? ctas : 1);
    config.blockDim = dim3(32);
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {static_cast<unsigned>(ctas), 1, 1};
    config.attrs = &cluster;
    config.numAttrs = ctas > 0 ? 1 : 0;
    cudaLaunchKernelEx(&config, probe, what, mapped, out, static_cast<const uint32_t*>(in));
    const cudaError_t error = cudaDeviceSynchronize();
    uint32_t words[16]{};
    if (error == cudaSuccess) cudaMemcpy(words, out, sizeof words, cudaMemcpyDeviceToHost);
    std::printf("%s, %s, %s address: %s, word %u, done %u\n", names[what], launches[ctas], mapped ? "mapped" : "plain",
                cudaGetErrorName(error), words[0], words[8]);
    return 0;
}
