// Which device memory a launch can reach, as far as its pointers say, and how much of it fits: no driver here.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

struct Span {
    uint64_t address = 0, bytes = 0;
    uint64_t end() const { return address + bytes; }
    bool holds(uint64_t word) const { return word >= address && word - address < bytes; }
};

// The live allocation that an address lies in, if it is device memory.
using FindAllocation = std::function<std::optional<Span>(uint64_t)>;

// What a launch reaches from one address.
struct Reach {
    uint64_t address = 0;
    // From there to the end of what is reached.
    uint64_t bytes = 0;
    Span allocation;
    // For leftOut: "the pointer at parameter byte 16".
    std::string what;
};

struct Window {
    Span span, allocation;
};

struct Cut {
    std::string what;
    uint64_t bytes;
};

struct WindowPlan {
    // In the order of addresses, and none touches another of its allocation.
    std::vector<Window> windows;
    std::vector<Cut> cuts;
};

// A device address has at most 57 bits, and none lies in the first megabyte. Spares the driver the question for most words.
inline bool mayBeAddress(uint64_t word) { return word >= 1u << 20 && word < uint64_t{1} << 57; }

struct FoundPointer {
    uint64_t offset, address;
    Span allocation;
};

// Every word of 8 aligned bytes that points into device memory, of `most` at most. `bytes` lies at a multiple of 8.
inline std::vector<FoundPointer> findPointers(const uint8_t* bytes, uint64_t size, const FindAllocation& find, size_t most) {
    std::vector<FoundPointer> found;
    for (uint64_t offset = 0; offset + 8 <= size && found.size() < most; offset += 8) {
        uint64_t word;
        std::memcpy(&word, bytes + offset, sizeof word);
        if (!mayBeAddress(word)) continue;
        if (const std::optional<Span> allocation = find(word)) found.push_back({offset, word, *allocation});
    }
    return found;
}

inline std::vector<Window> merged(std::vector<Window> windows) {
    std::sort(windows.begin(), windows.end(),
              [](const Window& a, const Window& b) { return a.span.address < b.span.address; });
    std::vector<Window> joined;
    for (const Window& window : windows) {
        if (window.span.bytes == 0) continue;
        Window* last = joined.empty() ? nullptr : &joined.back();
        const bool touches = last && last->allocation.address == window.allocation.address &&
                             window.span.address <= last->span.end();
        if (touches) last->span.bytes = std::max(last->span.end(), window.span.end()) - last->span.address;
        else joined.push_back(window);
    }
    return joined;
}

inline uint64_t bytesOf(const std::vector<Window>& windows) {
    uint64_t sum = 0;
    for (const Window& window : windows) sum += window.span.bytes;
    return sum;
}

// A pool's tenant may be addressed from its middle, or from behind: a sixteenth of a window lies in front of its address.
constexpr uint64_t FRONT_SHARE = 16;

// Around each address `most` bytes at most, as far as its allocation and its reach go: most of them behind it. A window starts at a
// multiple of 16 bytes, so that wide accesses fit.
inline std::vector<Window> windowsOfAtMost(const std::vector<Reach>& reaches, uint64_t most) {
    std::vector<Window> windows;
    for (const Reach& reach : reaches) {
        const uint64_t front = std::min(most / FRONT_SHARE, reach.address - reach.allocation.address);
        const uint64_t start = std::max(reach.allocation.address, (reach.address - front) / 16 * 16);
        const uint64_t end = std::min(reach.address + std::min(reach.bytes, most - front), reach.allocation.end());
        windows.push_back({{start, end - start}, reach.allocation});
    }
    return merged(windows);
}

// Whole allocations where they all fit in `budget` bytes; else from each address as many bytes as let all have the same, within half of it:
// a pool of a hundred gigabytes leaves something for the launches that follow.
inline WindowPlan planWindows(const std::vector<Reach>& reaches, uint64_t budget) {
    std::vector<Window> whole;
    for (const Reach& reach : reaches) whole.push_back({reach.allocation, reach.allocation});
    whole = merged(whole);
    if (bytesOf(whole) <= budget) return {whole, {}};
    budget /= 2;
    uint64_t most = 0, tooMuch = budget + 1;
    for (const Reach& reach : reaches) tooMuch = std::max(tooMuch, reach.bytes + 1);
    while (tooMuch - most > 1) {
        const uint64_t middle = most + (tooMuch - most) / 2;
        (bytesOf(windowsOfAtMost(reaches, middle)) <= budget ? most : tooMuch) = middle;
    }
    // Nothing fits: not even the bytes that start a window before its address.
    WindowPlan plan{most > 0 ? windowsOfAtMost(reaches, most) : std::vector<Window>{}, {}};
    for (const Reach& reach : reaches) {
        uint64_t kept = 0;
        for (const Window& window : plan.windows)
            if (window.span.holds(reach.address)) kept = std::min(reach.bytes, window.span.end() - reach.address);
        if (kept < reach.bytes) plan.cuts.push_back({reach.what, reach.bytes - kept});
    }
    return plan;
}

// For a second round: the windows without what the first round's hold already.
inline std::vector<Window> without(const std::vector<Window>& windows, const std::vector<Window>& held) {
    std::vector<Window> rest;
    for (const Window& window : windows) {
        uint64_t from = window.span.address;
        // `held` is in the order of addresses.
        for (const Window& other : held) {
            if (other.span.end() <= from || other.span.address >= window.span.end()) continue;
            if (other.span.address > from) rest.push_back({{from, other.span.address - from}, window.allocation});
            from = other.span.end();
        }
        if (from < window.span.end()) rest.push_back({{from, window.span.end() - from}, window.allocation});
    }
    return rest;
}

// Reaches from addresses that no window holds.
inline std::vector<Reach> notYetIn(const std::vector<Reach>& reaches, const std::vector<Window>& held) {
    std::vector<Reach> rest;
    for (const Reach& reach : reaches) {
        const auto holds = [&](const Window& window) { return window.span.holds(reach.address); };
        if (std::none_of(held.begin(), held.end(), holds)) rest.push_back(reach);
    }
    return rest;
}
