// Asks this machine's tensor copy engine what it does: encodes tensor maps, copies one box of each, and writes which byte
// of the tensor came to which byte of shared memory. It knows nothing of what should come; scripts/replay compares.
//
//   nvcc -O2 -gencode=arch=compute_90a,code=sm_90a -o tma-dump tma-dump.cu && ./tma-dump tma.txt tma.out tma.bytes
//
// The job has a case a line, all of it numbers:
//   type, rank n, n dims, n-1 strides [bytes], n of the box, n element strides, interleave, swizzle, fill (enumerations
//   of cuda.h), bytes from an aligned address to the tensor, bytes of the tensor, bytes of shared memory to write out
//   (0: encode only), n coordinates, the box's place in shared memory. Both count from a multiple of 2048.
// Each case is copied three times, from tensors whose byte i holds 7 bits of i, then 128 plus 7 more, then 8 more:
// together the copies tell for each byte where it is from. What is alike in all three is from nowhere: what shared memory
// held before (0xEE), the engine's fill, or memory around the tensor (0xDD).
// tma.out has a line for each case: its number and
//   encode <CUresult>        for maps that are refused, and for those that are only encoded
//   fault <error> | hung     nothing came
//   ok <bytes> <completed>   what the first copy took off the mbarrier's tx-count; whether the other two, which expected
//                            these bytes, completed (1) or hung (0)
// tma.bytes has the three copies' bytes of each case that is ok. A process of its own starts after each fault.
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

namespace {

constexpr int MAX_RANK = 5, COPIES = 3, THREADS = 128;
constexpr unsigned char UNTOUCHED = 0xEE, AROUND = 0xDD;
constexpr uint32_t WINDOW_ALIGN = 2048;  // twice the largest repeat of a swizzle
constexpr size_t GUARD_BYTES = 256;      // around the tensor; keeps its alignment
constexpr unsigned CASE_SECONDS = 20;
constexpr int TRIES = 10'000;  // of a wait that suspends for 100 ns at least
constexpr uint64_t SETTLED_NANOSECONDS = 200'000;

struct Coordinates {
    int at[MAX_RANK];
};

struct Outcome {
    uint32_t bytes, completed;
};

__device__ void wait(uint64_t nanoseconds) {
    uint64_t begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begin < nanoseconds);
}

__device__ void arriveExpecting(uint32_t barrier, uint32_t bytes) {
    asm volatile("{ .reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1; }" ::"r"(barrier),
                 "r"(bytes)
                 : "memory");
}

__device__ bool completes(uint32_t barrier, int tries) {
    uint32_t done = 0;
    for (int i = 0; i < tries && !done; i++)
        asm volatile(
            "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0, 100; selp.u32 %0, 1, 0, p; }"
            : "=r"(done)
            : "r"(barrier)
            : "memory");
    return done;
}

// What a copy took off the tx-count of an mbarrier that expected nothing: more than enough is expected afterwards, and
// taken off again in steps until the phase completes. 0 where that is with no multiple of the step.
__device__ uint32_t countedBytes(uint32_t barrier, uint32_t atMost) {
    constexpr uint32_t STEP = 16;
    wait(SETTLED_NANOSECONDS);
    uint32_t left = (atMost + STEP - 1) / STEP * STEP;
    arriveExpecting(barrier, left);
    for (; left > 0 && !completes(barrier, 1); left -= STEP)
        asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(STEP) : "memory");
    return left;
}

#define COPY(n, coordinates, ...)                                                              \
    asm volatile("cp.async.bulk.tensor." #n "d.shared::cta.global.tile.mbarrier::complete_tx::bytes " \
                 "[%0], [%1, {" coordinates "}], [%2];" ::"r"(to),                                \
                 "l"(map), "r"(barrier), __VA_ARGS__                                              \
                 : "memory")

__device__ void copyBox(int rank, uint32_t to, const CUtensorMap* map, uint32_t barrier, const int (&at)[MAX_RANK]) {
    switch (rank) {
        case 1: COPY(1, "%3", "r"(at[0])); break;
        case 2: COPY(2, "%3, %4", "r"(at[0]), "r"(at[1])); break;
        case 3: COPY(3, "%3, %4, %5", "r"(at[0]), "r"(at[1]), "r"(at[2])); break;
        case 4: COPY(4, "%3, %4, %5, %6", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3])); break;
        case 5: COPY(5, "%3, %4, %5, %6, %7", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4])); break;
    }
}

__global__ void dump(const __grid_constant__ CUtensorMap map, int rank, Coordinates start, uint32_t base,
                     uint32_t windowBytes, unsigned char* out, bool counts, Outcome* outcome) {
    extern __shared__ unsigned char dynamic[];
    __shared__ uint64_t barrierObject;
    const uint32_t first = static_cast<uint32_t>(__cvta_generic_to_shared(dynamic));
    const uint32_t skipped = (WINDOW_ALIGN - first % WINDOW_ALIGN) % WINDOW_ALIGN;
    unsigned char* window = dynamic + skipped;
    for (uint32_t i = threadIdx.x; i < windowBytes; i += THREADS) window[i] = UNTOUCHED;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        const uint32_t barrier = static_cast<uint32_t>(__cvta_generic_to_shared(&barrierObject));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        if (!counts) arriveExpecting(barrier, outcome->bytes);
        copyBox(rank, first + skipped + base, &map, barrier, start.at);
        if (counts)
            outcome->bytes = countedBytes(barrier, windowBytes);
        else
            outcome->completed = completes(barrier, TRIES);
        wait(SETTLED_NANOSECONDS);  // no thread leaves before the engine has
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < windowBytes; i += THREADS) out[i] = window[i];
}

struct Case {
    int type = 0, interleave = 0, swizzle = 0, fill = 0;
    uint32_t rank = 0, base = 0, windowBytes = 0;
    std::vector<cuuint64_t> dims, strides;
    std::vector<cuuint32_t> box, steps;
    size_t addressOffset = 0, tensorBytes = 0;
    Coordinates start{};
};

template <class T>
std::vector<T> list(std::istringstream& from, size_t count) {
    std::vector<T> values(count);
    for (T& value : values) from >> value;
    values.resize(count + 1);  // the driver takes no null, also where a list is empty
    return values;
}

Case caseOf(const std::string& line) {
    std::istringstream from(line);
    Case one;
    from >> one.type >> one.rank;
    one.dims = list<cuuint64_t>(from, one.rank);
    one.strides = list<cuuint64_t>(from, one.rank > 0 ? one.rank - 1 : 0);
    one.box = list<cuuint32_t>(from, one.rank);
    one.steps = list<cuuint32_t>(from, one.rank);
    from >> one.interleave >> one.swizzle >> one.fill >> one.addressOffset >> one.tensorBytes >> one.windowBytes;
    for (uint32_t i = 0; i < one.rank && i < MAX_RANK; i++) from >> one.start.at[i];
    from >> one.base;
    return one;
}

void check(cudaError_t result) {
    if (result != cudaSuccess) throw result;
}

CUresult encode(CUtensorMap& map, const Case& one, unsigned char* tensor) {
    static void* found = nullptr;
    cudaDriverEntryPointQueryResult status;
    if (!found) {
        check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, CUDART_VERSION, cudaEnableDefault,
                                               &status));
    }
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
        &map, static_cast<CUtensorMapDataType>(one.type), one.rank, tensor, one.dims.data(), one.strides.data(),
        one.box.data(), one.steps.data(), static_cast<CUtensorMapInterleave>(one.interleave),
        static_cast<CUtensorMapSwizzle>(one.swizzle), CU_TENSOR_MAP_L2_PROMOTION_NONE,
        static_cast<CUtensorMapFloatOOBfill>(one.fill));
}

// The tensor between guards.
std::vector<unsigned char> tensorOf(const Case& one, int copy) {
    const size_t begin = GUARD_BYTES + one.addressOffset;
    std::vector<unsigned char> bytes(begin + one.tensorBytes + GUARD_BYTES, AROUND);
    for (size_t i = 0; i < one.tensorBytes; i++)
        bytes[begin + i] = static_cast<unsigned char>(copy == 0 ? i & 127 : copy == 1 ? 128 | (i >> 7 & 127) : i >> 14);
    return bytes;
}

std::string run(const Case& one, std::vector<unsigned char>& seen) {
    const size_t tensorSize = tensorOf(one, 0).size();
    unsigned char *tensor, *out;
    Outcome* outcome;
    check(cudaMalloc(&tensor, tensorSize));
    CUtensorMap map;
    const CUresult encoded = encode(map, one, tensor + GUARD_BYTES + one.addressOffset);
    if (encoded != CUDA_SUCCESS || one.windowBytes == 0) {
        check(cudaFree(tensor));
        return "encode " + std::to_string(encoded);
    }
    check(cudaMalloc(&out, one.windowBytes));
    check(cudaMallocHost(&outcome, sizeof *outcome));
    const uint32_t sharedBytes = WINDOW_ALIGN + one.windowBytes;
    check(cudaFuncSetAttribute(dump, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(sharedBytes)));
    bool completed = true;
    for (int copy = 0; copy < COPIES; copy++) {
        check(cudaMemcpy(tensor, tensorOf(one, copy).data(), tensorSize, cudaMemcpyHostToDevice));
        dump<<<1, THREADS, sharedBytes>>>(map, static_cast<int>(one.rank), one.start, one.base, one.windowBytes, out,
                                           copy == 0, outcome);
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
        completed = copy == 0 || (completed && outcome->completed);
        seen.resize(seen.size() + one.windowBytes);
        check(cudaMemcpy(seen.data() + seen.size() - one.windowBytes, out, one.windowBytes, cudaMemcpyDeviceToHost));
    }
    const std::string words = "ok " + std::to_string(outcome->bytes) + " " + std::to_string(completed);
    check(cudaFree(tensor));
    check(cudaFree(out));
    check(cudaFreeHost(outcome));
    return words;
}

void append(const char* path, const void* bytes, size_t count) {
    std::ofstream file(path, std::ios::binary | std::ios::app);
    file.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
}

void say(const char* path, size_t number, const std::string& words) {
    const std::string line = std::to_string(number) + " " + words + "\n";
    append(path, line.data(), line.size());
}

// In a process of its own: runs cases until one faults, and counts those that it has answered for.
void runFrom(const std::vector<Case>& cases, volatile size_t* answered, char** paths) {
    while (*answered < cases.size()) {
        alarm(CASE_SECONDS);
        std::vector<unsigned char> seen;
        try {
            const std::string words = run(cases[*answered], seen);
            append(paths[1], seen.data(), seen.size());
            say(paths[0], *answered, words);
            *answered = *answered + 1;
        } catch (cudaError_t error) {
            say(paths[0], *answered, std::string("fault ") + cudaGetErrorName(error));
            *answered = *answered + 1;
            _exit(1);
        }
    }
    _exit(0);
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 4) {
        std::fprintf(stderr, "usage: tma-dump JOB OUTCOMES BYTES\n");
        return 2;
    }
    std::vector<Case> cases;
    std::ifstream job(arguments[1]);
    for (std::string line; std::getline(job, line);) cases.push_back(caseOf(line));
    for (int i : {2, 3}) std::remove(arguments[i]);
    auto* answered = static_cast<volatile size_t*>(
        mmap(nullptr, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    *answered = 0;
    while (*answered < cases.size()) {
        const pid_t child = fork();
        if (child == 0) runFrom(cases, answered, arguments + 2);
        int status;
        waitpid(child, &status, 0);
        if (!WIFSIGNALED(status)) continue;
        say(arguments[2], *answered, "hung");
        *answered = *answered + 1;
    }
    return 0;
}
