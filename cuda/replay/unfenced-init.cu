// mbarrier.init, then a bulk copy that completes on it, with and without a fence in between: how often a wait or the bytes are lost.
//
//   nvcc -O2 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o unfenced-init unfenced-init.cu && ./unfenced-init
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr int WORDS = 1024, TILES = 64, LAUNCHES = 200, CTAS = 20'000;
constexpr int MOST_TRIES = 100'000;

__device__ unsigned long long wrongWords, lostWaits;

__device__ void copyTile(unsigned mbarrier, unsigned tile, const unsigned* from) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(mbarrier), "n"(WORDS * 4) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(tile),
                 "l"(from), "n"(WORDS * 4), "r"(mbarrier)
                 : "memory");
}

__device__ bool waited(unsigned mbarrier) {
    unsigned done = 0;
    for (int tries = 0; tries < MOST_TRIES && !done; tries++)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(mbarrier)
                     : "memory");
    return done;
}

template <bool isFenced>
__global__ void copyOnce(const unsigned* words) {
    __shared__ alignas(128) unsigned tile[WORDS];
    __shared__ uint64_t full;
    const unsigned mbarrier = static_cast<unsigned>(__cvta_generic_to_shared(&full));
    const unsigned first = blockIdx.x % TILES * WORDS;
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x) tile[i] = ~0u;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(mbarrier) : "memory");
        if (isFenced) asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
        copyTile(mbarrier, static_cast<unsigned>(__cvta_generic_to_shared(tile)), words + first);
    }
    __syncthreads();
    if (!waited(mbarrier)) atomicAdd(&lostWaits, 1ull);
    unsigned long long wrong = 0;
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x) wrong += tile[i] != first + i;
    if (wrong) atomicAdd(&wrongWords, wrong);
}

template <bool isFenced>
void report(const unsigned* words) {
    unsigned long long wrong = 0, lost = 0;
    cudaMemcpyToSymbol(wrongWords, &wrong, sizeof wrong);
    cudaMemcpyToSymbol(lostWaits, &lost, sizeof lost);
    for (int i = 0; i < LAUNCHES; i++) copyOnce<isFenced><<<CTAS, 64>>>(words);
    const cudaError_t result = cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&wrong, wrongWords, sizeof wrong);
    cudaMemcpyFromSymbol(&lost, lostWaits, sizeof lost);
    std::printf("%s: %d CTAs, words wrong %llu, waits lost %llu, %s\n", isFenced ? "fenced" : "unfenced", LAUNCHES * CTAS,
                wrong, lost, cudaGetErrorName(result));
}

}  // namespace

int main() {
    std::vector<unsigned> numbers(TILES * WORDS);
    for (size_t i = 0; i < numbers.size(); i++) numbers[i] = static_cast<unsigned>(i);
    unsigned* words;
    cudaMalloc(&words, numbers.size() * sizeof(unsigned));
    cudaMemcpy(words, numbers.data(), numbers.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    report<true>(words);
    report<false>(words);
}
