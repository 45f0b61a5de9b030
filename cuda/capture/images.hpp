// The code that the program gave to the driver, by the handle it got for it: PTX is taken from there.
#pragma once
#include <cuda.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cubin.hpp"
#include "fatbin.hpp"
#include "ptx-text.hpp"

struct FoundPtx {
    // Empty: there is none.
    std::string text;
    // As capture.json says it.
    const char* from = "";
    // Where there is none: what to do about it.
    std::string hint;
};

inline std::string fileText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

struct Image {
    // A container that lies in the program for good: read when it is asked for.
    const uint8_t* fatbin = nullptr;
    std::vector<PackedPtx> packed;
    // PTX as text, with where it came from.
    std::string text;
    const char* from = "module-data";
    // Of machine code: the name under which its PTX may be kept.
    std::string kept;
    // The file it was loaded from.
    std::string path;
    std::filesystem::file_time_type loadedAt = std::filesystem::file_time_type::clock::now();
};

class Images {
public:
    explicit Images(std::string ptxFolder) : ptxFolder(std::move(ptxFolder)) {}

    // `handle` is a CUmodule, or a CUlibrary (`markLibrary`); `code` what the driver was given: a program's wrapper, a container,
    // machine code or text.
    void remember(const void* handle, const void* code) {
        if (!handle || !code) return;
        const auto* bytes = static_cast<const uint8_t*>(code);
        Image image;
        if (magicOf(bytes) == FATBIN_WRAPPER_MAGIC) {
            image.fatbin = reinterpret_cast<const uint8_t*>(wordAt<uint64_t>(bytes + 8));
        } else if (magicOf(bytes) == FATBIN_MAGIC) {
            image.packed = ptxOfFatbin(bytes);
        } else if (isElf(bytes)) {
            image.kept = keptName(bytes, elfBytes(bytes));
            if (const auto linked = ptxOfLinked.find(image.kept); linked != ptxOfLinked.end()) image.text = linked->second;
        } else {
            image.text = reinterpret_cast<const char*>(bytes);
        }
        byHandle[handle] = std::move(image);
    }

    void rememberFile(const void* handle, const char* path) {
        if (!handle || !path) return;
        const std::string bytes = fileText(path);
        // Text is given with the zero that ends it, and a container or machine code says its own size.
        if (!bytes.empty() && isWhole(bytes)) remember(handle, bytes.c_str());
        byHandle[handle].path = path;
    }

    void forget(const void* handle) {
        byHandle.erase(handle);
        libraries.erase(static_cast<CUlibrary>(const_cast<void*>(handle)));
    }

    void markLibrary(CUlibrary library) { libraries.insert(library); }

    bool knows(const void* handle) const { return byHandle.count(handle) > 0; }
    const std::set<CUlibrary>& knownLibraries() const { return libraries; }

    // The driver's linker: texts go in, machine code comes out, and that is what is loaded.
    void addToLink(const void* state, const void* data, size_t bytes) {
        linking[state].append(static_cast<const char*>(data), strnlen(static_cast<const char*>(data), bytes)).append("\n");
    }
    void completeLink(const void* state, const void* cubin) {
        const auto found = linking.find(state);
        if (found == linking.end()) return;
        const auto* bytes = static_cast<const uint8_t*>(cubin);
        if (bytes && isElf(bytes)) ptxOfLinked[keptName(bytes, elfBytes(bytes))] = found->second;
        linking.erase(found);
    }

    // `arch` is the GPU's: 90. Without text, the answer says what to do.
    FoundPtx ptxOf(const void* handle, const std::string& kernel, unsigned arch) const {
        const auto found = byHandle.find(handle);
        if (found == byHandle.end()) return {"", "", "The code of this kernel was loaded in a way that is not followed."};
        const Image& image = found->second;
        if (definesKernel(image.text, kernel)) return {image.text, image.from, ""};
        const std::string fromFatbin = textOfBest(image.fatbin ? ptxOfFatbin(image.fatbin) : image.packed, kernel, arch);
        if (!fromFatbin.empty()) return {fromFatbin, "fatbin", ""};
        for (const KeptPtx& kept : keptPtx(image))
            if (const std::string text = fileText(kept.path); definesKernel(text, kernel)) return {text, kept.from, ""};
        if (const std::string text = dumpedText(image, kernel); !text.empty()) return {text, "module-data", ""};
        return {"", "", missingHint(image, arch)};
    }

private:
    std::string ptxFolder;
    std::map<const void*, Image> byHandle;
    // The driver does not survive to be asked for the module of a handle that is no library.
    std::set<CUlibrary> libraries;
    std::map<const void*, std::string> linking;
    std::map<std::string, std::string> ptxOfLinked;

    static bool isWhole(const std::string& bytes) {
        const auto* image = reinterpret_cast<const uint8_t*>(bytes.data());
        if (bytes.size() < 64) return true;
        if (magicOf(image) == FATBIN_MAGIC) return wordAt<uint64_t>(image + 8) + 16 <= bytes.size();
        if (!isElf(image)) return true;
        const uint64_t sections = wordAt<uint64_t>(image + offsetof(Elf64_Ehdr, e_shoff));
        const uint64_t table = uint64_t{wordAt<uint16_t>(image + offsetof(Elf64_Ehdr, e_shnum))} * sizeof(Elf64_Shdr);
        return sections <= bytes.size() && table <= bytes.size() - sections && elfBytes(image) <= bytes.size();
    }

    // The PTX for the newest architecture that the GPU can run. What is for a later one, or for another one alone (sm_100a), is not what
    // ran: kernels choose their sizes by it.
    static std::string textOfBest(const std::vector<PackedPtx>& entries, const std::string& kernel, unsigned arch) {
        std::multimap<long, const PackedPtx*> newestFirst;
        for (const PackedPtx& entry : entries)
            if (entry.arch <= arch) newestFirst.insert({-long{entry.arch}, &entry});
        for (const auto& [order, entry] : newestFirst) {
            const std::optional<std::string> text = unpacked(*entry);
            const bool isForAnother = text && entry->arch != arch && isForOneArchitecture(*text);
            if (text && !isForAnother && definesKernel(*text, kernel)) return *text;
        }
        return "";
    }

    struct KeptPtx {
        std::string path;
        const char* from;
    };

    // What the hook in Python kept (python/kept_ptx.py); and Triton's cache, which has `NAME.ptx` beside `NAME.cubin`.
    std::vector<KeptPtx> keptPtx(const Image& image) const {
        std::vector<KeptPtx> kept;
        if (!image.kept.empty() && !ptxFolder.empty()) {
            kept.push_back({ptxFolder + "/triton/" + image.kept + ".ptx", "triton"});
            kept.push_back({ptxFolder + "/numba/" + image.kept + ".ptx", "module-data"});
        }
        const size_t dot = image.path.rfind(".cubin");
        if (dot != std::string::npos) kept.push_back({image.path.substr(0, dot) + ".ptx", "triton"});
        return kept;
    }

    // XLA writes the PTX of each module when it compiles it, and loads the machine code after that. Names come back in other modules:
    // the newest text from before the code was loaded is the one.
    std::string dumpedText(const Image& image, const std::string& kernel) const {
        namespace files = std::filesystem;
        std::error_code failure;
        std::map<files::file_time_type, files::path> byTime;
        if (image.kept.empty() || ptxFolder.empty()) return "";
        for (const files::directory_entry& entry : files::directory_iterator(ptxFolder + "/xla", failure))
            if (entry.path().extension() == ".ptx") byTime[entry.last_write_time(failure)] = entry.path();
        for (auto newest = byTime.rbegin(); newest != byTime.rend(); ++newest) {
            if (newest->first > image.loadedAt) continue;
            if (const std::string text = fileText(newest->second); definesKernel(text, kernel)) return text;
        }
        return "";
    }

    static std::string missingHint(const Image& image, unsigned arch) {
        const std::string own = "compute_" + std::to_string(arch);
        const std::string rebuild = "nvcc -gencode arch=" + own + ",code=" + own;
        for (const PackedPtx& entry : image.fatbin ? ptxOfFatbin(image.fatbin) : image.packed) {
            if (entry.packing == PackedPtx::Packing::zstd && !unpacked(entry))
                return "The PTX is packed with zstd, and libzstd.so.1 is not on this machine: install it, or build with nvcc -compress-mode=speed.";
            if (entry.arch != arch)
                return "The PTX is for compute_" + std::to_string(entry.arch) + ", and this GPU ran other code. Build it for this GPU: " + rebuild + ".";
        }
        return "The driver was given machine code only. Libraries such as cuBLAS and cuDNN, and PyTorch's own kernels, are shipped without PTX: "
               "torch.compile makes kernels that have it. Build your own with it: " + rebuild + "; TORCH_CUDA_ARCH_LIST=" +
               std::to_string(arch / 10) + "." + std::to_string(arch % 10) + "+PTX for an extension of PyTorch; nvrtcGetPTX with NVRTC.";
    }
};
