// The memory of one launch in files: before it, and after it.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "device-memory.hpp"

struct SavedSpan {
    Span span;
    // Of a module's variable; empty for a window.
    std::string name;
    Span allocation;
    int device = 0;
    // Paths below the capture's folder; `after` is empty until it is there.
    std::string before, after;
};

class Snapshot {
public:
    Snapshot(std::string folder, DeviceMemory& memory) : folder(std::move(folder)), memory(memory) {}

    std::vector<SavedSpan> windows, variables;

    // Given the first bytes of each piece, to look for pointers and tensor maps.
    using Look = std::function<void(const uint8_t*, uint64_t, uint64_t)>;

    // Adds a file with what is there now. The error is a sentence; then there is no such file.
    std::string saveBefore(SavedSpan saved, const Look& look) {
        saved.before = "buffers/" + std::to_string(count) + ".before";
        std::ofstream file(folder + "/" + saved.before, std::ios::binary);
        const std::string problem = eachPiece(saved.span, [&](const std::vector<uint8_t>& piece, uint64_t address) {
            if (look) look(piece.data(), piece.size(), address);
            file.write(reinterpret_cast<const char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
        });
        file.close();
        const std::string failure = !problem.empty() ? problem : file ? "" : "the file cannot be written";
        if (!failure.empty()) {
            std::filesystem::remove(folder + "/" + saved.before);
            return failure;
        }
        count++;
        (saved.name.empty() ? windows : variables).push_back(saved);
        return "";
    }

    // The error is a sentence.
    std::string saveAfter() {
        for (std::vector<SavedSpan>* list : {&windows, &variables})
            for (SavedSpan& saved : *list)
                if (const std::string problem = saveAfter(saved); !problem.empty()) return problem;
        return "";
    }

private:
    static constexpr uint64_t PIECE_BYTES = 16u << 20;
    std::string folder;
    DeviceMemory& memory;
    int count = 0;

    template <class Take>
    std::string eachPiece(const Span& span, const Take& take) {
        std::vector<uint8_t> piece;
        for (uint64_t done = 0; done < span.bytes; done += piece.size()) {
            piece.resize(std::min(PIECE_BYTES, span.bytes - done));
            const CUresult copied = memory.copyToHost(piece.data(), span.address + done, piece.size());
            if (!succeeds(copied)) return errorText(copied);
            take(piece, span.address + done);
        }
        return "";
    }

    // What did not change is written once: both names are of the same file.
    std::string saveAfter(SavedSpan& saved) {
        const std::string after = saved.before.substr(0, saved.before.rfind('.')) + ".after";
        std::ifstream earlier(folder + "/" + saved.before, std::ios::binary);
        std::ofstream file(folder + "/" + after, std::ios::binary);
        bool isSame = true;
        const std::string problem = eachPiece(saved.span, [&](const std::vector<uint8_t>& piece, uint64_t) {
            std::vector<uint8_t> old(piece.size());
            earlier.read(reinterpret_cast<char*>(old.data()), static_cast<std::streamsize>(old.size()));
            isSame = isSame && old == piece;
            file.write(reinterpret_cast<const char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
        });
        file.close();
        const bool isWritten = problem.empty() && file;
        if (!isWritten || isSame) std::filesystem::remove(folder + "/" + after);
        if (isWritten) saved.after = isSame ? saved.before : after;
        return !problem.empty() ? problem : isWritten ? "" : "the file cannot be written";
    }
};
