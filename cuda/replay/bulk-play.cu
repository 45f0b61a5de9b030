// Asks this machine's copy engine what its copies out of shared memory leave: copies and reductions of bytes, stores and
// reductions of boxes. It knows nothing of what should come; scripts/replay compares.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o bulk-play bulk-play.cu && ./bulk-play bulk.txt bulk.in bulk.out
//
// The job has a case a line, all of it numbers:
//   bytes FORM                  a copy or reduction of BYTES bytes
//   single FORM                 the same in a cluster of 1
//   own FORM, peer FORM         the same in each CTA of a cluster of 2: in its own shared memory, or into the other's
//   box FORM type width height stride box-width box-height step swizzle x y base
// In a cluster, CTA 1 has the other half of the bytes in front; what CTA 0 holds in the end counts.
// FORM is an index into the switches below. bulk.in has for each case what the destination holds, then what shared memory
// does, BYTES bytes each. bulk.out has for each case a byte, 1 where it faulted, and the destination's bytes.
#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

constexpr uint32_t BYTES = 4096;
constexpr int THREADS = 128;
constexpr uint32_t WINDOW_ALIGN = 2048;
constexpr unsigned CASE_SECONDS = 20;

__device__ inline uint32_t sharedAddress(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
// Of the same place in the CTA of that rank; its own address as it stands for a negative one.
__device__ inline uint32_t addressAt(int rank, const void* p) {
    uint32_t address = sharedAddress(p);
    if (rank >= 0) asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(address) : "r"(rank));
    return address;
}
__device__ inline void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void syncCluster() {
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}
__device__ inline void commitAndWait() {
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

#define TO_GLOBAL(number, words)                                                                            \
    case number:                                                                                            \
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." words " [%0], [%1], %2;" ::"l"(to), \
                     "r"(sharedAddress(tile)), "r"(BYTES)                                                   \
                     : "memory");                                                                           \
        break
#define TO_SHARED(number, words)                                                                                  \
    case number:                                                                                                  \
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." words       \
                     " [%0], [%1], %2, [%3];" ::"r"(addressAt(rank, target)),                                     \
                     "r"(sharedAddress(tile)), "r"(BYTES), "r"(addressAt(rank, &full))                            \
                     : "memory");                                                                                 \
        break

constexpr int FIRST_TO_SHARED = 100;

extern "C" __global__ void reduceBytes(int form, int isPeer, unsigned char* to, const unsigned char* from) {
    __shared__ alignas(128) unsigned char tile[BYTES];
    __shared__ alignas(128) unsigned char target[BYTES];
    __shared__ uint64_t full;
    for (uint32_t i = threadIdx.x; i < BYTES; i += THREADS) {
        tile[i] = from[(i + blockIdx.x * BYTES / 2) % BYTES];
        target[i] = to[i];
    }
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&full)) : "memory");
    const int rank = isPeer ? 1 - static_cast<int>(blockIdx.x) : -1;
    fence();
    syncCluster();
    if (threadIdx.x == 0) {
        if (form >= FIRST_TO_SHARED)
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&full)), "r"(BYTES)
                         : "memory");
        switch (form) {
            TO_GLOBAL(0, "add.u32");
            TO_GLOBAL(1, "add.s32");
            TO_GLOBAL(2, "add.u64");
            TO_GLOBAL(3, "add.f32");
            TO_GLOBAL(4, "add.f64");
            TO_GLOBAL(5, "add.noftz.f16");
            TO_GLOBAL(6, "add.noftz.bf16");
            TO_GLOBAL(7, "min.u32");
            TO_GLOBAL(8, "min.s32");
            TO_GLOBAL(9, "min.u64");
            TO_GLOBAL(10, "min.s64");
            TO_GLOBAL(11, "min.f16");
            TO_GLOBAL(12, "min.bf16");
            TO_GLOBAL(13, "max.u32");
            TO_GLOBAL(14, "max.s32");
            TO_GLOBAL(15, "max.u64");
            TO_GLOBAL(16, "max.s64");
            TO_GLOBAL(17, "max.f16");
            TO_GLOBAL(18, "max.bf16");
            TO_GLOBAL(19, "inc.u32");
            TO_GLOBAL(20, "dec.u32");
            TO_GLOBAL(21, "and.b32");
            TO_GLOBAL(22, "and.b64");
            TO_GLOBAL(23, "or.b32");
            TO_GLOBAL(24, "or.b64");
            TO_GLOBAL(25, "xor.b32");
            TO_GLOBAL(26, "xor.b64");
            TO_SHARED(100, "add.u32");
            TO_SHARED(101, "add.s32");
            TO_SHARED(102, "add.u64");
            TO_SHARED(103, "min.u32");
            TO_SHARED(104, "min.s32");
            TO_SHARED(105, "max.u32");
            TO_SHARED(106, "max.s32");
            TO_SHARED(107, "inc.u32");
            TO_SHARED(108, "dec.u32");
            TO_SHARED(109, "and.b32");
            TO_SHARED(110, "or.b32");
            TO_SHARED(111, "xor.b32");
            case 112:
                asm volatile(
                    "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                        addressAt(rank, target)),
                    "r"(sharedAddress(tile)), "r"(BYTES), "r"(addressAt(rank, &full))
                    : "memory");
        }
        if (form < FIRST_TO_SHARED) commitAndWait();
    }
    if (form < FIRST_TO_SHARED) return;
    asm volatile(
        "{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@!p bra AGAIN;\n}" ::"r"(
            sharedAddress(&full))
        : "memory");
    syncCluster();
    if (blockIdx.x > 0) return;
    for (uint32_t i = threadIdx.x; i < BYTES; i += THREADS) to[i] = target[i];
}

#define BOX(number, words)                                                                                       \
    case number:                                                                                                 \
        asm volatile(words ".tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map), "r"(sharedAddress(window + base)), \
                     "r"(x), "r"(y)                                                                              \
                     : "memory");                                                                                \
        break
#define BOX_REDUCTION(number, operation) BOX(number, "cp.reduce.async.bulk.tensor.2d.global.shared::cta." operation)

extern "C" __global__ void storeBox(const __grid_constant__ CUtensorMap map, int form, int x, int y, uint32_t base,
                                    const unsigned char* from) {
    extern __shared__ unsigned char dynamic[];
    const uint32_t first = sharedAddress(dynamic);
    unsigned char* window = dynamic + (WINDOW_ALIGN - first % WINDOW_ALIGN) % WINDOW_ALIGN;
    for (uint32_t i = threadIdx.x; i < BYTES; i += THREADS) window[i] = from[i];
    fence();
    __syncthreads();
    if (threadIdx.x != 0) return;
    switch (form) {
        BOX(0, "cp.async.bulk.tensor.2d.global.shared::cta");
        BOX_REDUCTION(1, "add");
        BOX_REDUCTION(2, "min");
        BOX_REDUCTION(3, "max");
        BOX_REDUCTION(4, "inc");
        BOX_REDUCTION(5, "dec");
        BOX_REDUCTION(6, "and");
        BOX_REDUCTION(7, "or");
        BOX_REDUCTION(8, "xor");
    }
    commitAndWait();
}

namespace {

void check(cudaError_t result) {
    if (result != cudaSuccess) throw result;
}

struct Case {
    std::string kind;
    int form = 0, type = 0, swizzle = 0, x = 0, y = 0;
    uint32_t base = 0;
    cuuint64_t dims[2]{}, strides[1]{};
    cuuint32_t box[2]{}, step = 1;
};

Case caseOf(const std::string& line) {
    std::istringstream from(line);
    Case one;
    from >> one.kind >> one.form;
    if (one.kind == "box")
        from >> one.type >> one.dims[0] >> one.dims[1] >> one.strides[0] >> one.box[0] >> one.box[1] >> one.step >>
            one.swizzle >> one.x >> one.y >> one.base;
    return one;
}

bool encode(CUtensorMap& map, const Case& one, void* tensor) {
    static void* found = nullptr;
    cudaDriverEntryPointQueryResult status;
    if (!found)
        check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, CUDART_VERSION, cudaEnableDefault,
                                               &status));
    const cuuint32_t steps[] = {1, one.step};
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
               &map, static_cast<CUtensorMapDataType>(one.type), 2, tensor, one.dims, one.strides, one.box, steps,
               CU_TENSOR_MAP_INTERLEAVE_NONE, static_cast<CUtensorMapSwizzle>(one.swizzle),
               CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

void reduce(const Case& one, unsigned char* to, const unsigned char* from) {
    const unsigned ctas = one.kind == "own" || one.kind == "peer" ? 2 : 1;
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {ctas, 1, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = ctas;
    config.blockDim = THREADS;
    config.attrs = &cluster;
    config.numAttrs = one.kind == "bytes" ? 0 : 1;
    check(cudaLaunchKernelEx(&config, reduceBytes, one.form, one.kind == "peer" ? 1 : 0, to, from));
}

void run(const Case& one, const unsigned char* input, unsigned char* output) {
    unsigned char *to, *from;
    check(cudaMalloc(&to, BYTES));
    check(cudaMalloc(&from, BYTES));
    check(cudaMemcpy(to, input, BYTES, cudaMemcpyHostToDevice));
    check(cudaMemcpy(from, input + BYTES, BYTES, cudaMemcpyHostToDevice));
    if (one.kind == "box") {
        CUtensorMap map;
        if (!encode(map, one, to)) throw cudaErrorInvalidValue;
        storeBox<<<1, THREADS, WINDOW_ALIGN + BYTES>>>(map, one.form, one.x, one.y, one.base, from);
    } else {
        reduce(one, to, from);
    }
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(output, to, BYTES, cudaMemcpyDeviceToHost));
    check(cudaFree(to));
    check(cudaFree(from));
}

void append(const char* path, unsigned char faulted, const std::vector<unsigned char>& bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file.put(static_cast<char>(faulted));
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// In a process of its own: runs cases until one faults, and counts those that it has answered for.
void runFrom(const std::vector<Case>& cases, const std::vector<unsigned char>& input, volatile size_t* answered,
             const char* path) {
    while (*answered < cases.size()) {
        alarm(CASE_SECONDS);
        std::vector<unsigned char> output(BYTES);
        try {
            run(cases[*answered], input.data() + *answered * 2 * BYTES, output.data());
            append(path, 0, output);
            *answered = *answered + 1;
        } catch (cudaError_t error) {
            std::printf("case %zu: %s\n", static_cast<size_t>(*answered), cudaGetErrorName(error));
            std::fflush(stdout);
            append(path, 1, output);
            *answered = *answered + 1;
            _exit(1);
        }
    }
    _exit(0);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: bulk-play JOB INPUT OUTPUT\n");
        return 2;
    }
    std::vector<Case> cases;
    std::ifstream job(arguments[1]);
    for (std::string line; std::getline(job, line);) cases.push_back(caseOf(line));
    std::ifstream file(arguments[2], std::ios::binary);
    const std::vector<unsigned char> input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::remove(arguments[3]);
    auto* answered = static_cast<volatile size_t*>(
        mmap(nullptr, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    *answered = 0;
    while (*answered < cases.size()) {
        const pid_t child = fork();
        if (child == 0) runFrom(cases, input, answered, arguments[3]);
        int status;
        waitpid(child, &status, 0);
        if (!WIFSIGNALED(status)) continue;
        std::printf("case %zu: hung\n", static_cast<size_t>(*answered));
        append(arguments[3], 1, std::vector<unsigned char>(BYTES));
        *answered = *answered + 1;
    }
    return 0;
}
