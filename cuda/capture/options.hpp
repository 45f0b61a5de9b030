// What the command asks of the library. It comes through the environment, since the program's own words are not the library's.
#pragma once
#include <fnmatch.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "names.hpp"

struct Options {
    // Where captures go; empty: none are made.
    std::string folder;
    // Where the table of all launches goes; empty: none is made.
    std::string listFile;
    // Where the hook in Python leaves the PTX of code that reaches the driver without it.
    std::string ptxFolder;
    // Of a kernel's name, mangled or plain; with * and ? as in file names, else a part of it. Empty: every kernel.
    std::string pattern;
    // The only GPU whose launches count, as the program numbers them.
    std::optional<int> device;
    // Which launch of each chosen kernel, from 1.
    uint64_t nth = 1;
    // Of device memory, over all captures.
    uint64_t maxBytes = 256u << 20;

    static Options ofEnvironment() {
        Options options;
        options.folder = textOf("LANESCAPE_CAPTURE_FOLDER");
        options.listFile = textOf("LANESCAPE_CAPTURE_LIST");
        options.ptxFolder = textOf("LANESCAPE_CAPTURE_PTX");
        options.pattern = textOf("LANESCAPE_CAPTURE_KERNEL");
        if (std::getenv("LANESCAPE_CAPTURE_DEVICE")) options.device = static_cast<int>(countOf("LANESCAPE_CAPTURE_DEVICE", 0));
        options.nth = countOf("LANESCAPE_CAPTURE_NTH", options.nth);
        options.maxBytes = countOf("LANESCAPE_CAPTURE_MAX_BYTES", options.maxBytes);
        return options;
    }

    bool chooses(const std::string& kernel) const {
        if (pattern.empty()) return true;
        const bool isPart = pattern.find_first_of("*?") == std::string::npos;
        const std::string glob = isPart ? "*" + pattern + "*" : pattern;
        return fnmatch(glob.c_str(), kernel.c_str(), 0) == 0 || fnmatch(glob.c_str(), plainName(kernel).c_str(), 0) == 0;
    }

private:
    static std::string textOf(const char* name) {
        const char* value = std::getenv(name);
        return value ? value : "";
    }
    static uint64_t countOf(const char* name, uint64_t otherwise) {
        const char* value = std::getenv(name);
        return value ? std::strtoull(value, nullptr, 10) : otherwise;
    }
};
