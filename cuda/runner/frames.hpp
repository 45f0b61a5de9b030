// What the server reads: one line per frame, "#nonce length json". The nonce came with the job, and a kernel that prints does
// not know it; nor can it print here, since its words go to standard error.
#pragma once
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "json.hpp"

class Frames {
public:
    Frames() : out(fdopen(dup(STDOUT_FILENO), "w")) {
        if (!out) std::exit(1);
        dup2(STDERR_FILENO, STDOUT_FILENO);
    }

    void begin(const std::string& jobNonce) {
        const std::lock_guard<std::mutex> lock(mutex);
        nonce = jobNonce;
    }

    // Fields as JSON, without the braces.
    void send(const std::string& stage, const std::string& fields = "") {
        const std::string json = "{\"stage\":" + quoted(stage) + (fields.empty() ? "" : ",") + fields + "}";
        const std::lock_guard<std::mutex> lock(mutex);
        std::fprintf(out, "#%s %zu %s\n", nonce.c_str(), json.size(), json.c_str());
        std::fflush(out);
    }

    void fail(const std::string& at, const std::string& message, int contender) {
        const std::string who = contender < 0 ? "null" : std::to_string(contender);
        send("failed", "\"at\":" + quoted(at) + ",\"message\":" + quoted(message) + ",\"contender\":" + who);
    }

private:
    FILE* out;
    std::mutex mutex;
    std::string nonce = "0";
};

inline std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

inline std::string numbers(const std::vector<double>& values) {
    std::string json = "[";
    for (size_t i = 0; i < values.size(); i++) json += (i > 0 ? "," : "") + number(values[i]);
    return json + "]";
}
