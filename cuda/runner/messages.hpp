// What comes on standard input, read beside the job that runs:
//   +<name> <length>   and a line feed, then so many bytes: a piece, for the jobs that follow
//   -<name>            a piece that no job will name again
//   {...}              a job
// The end of the input is the end of this process, also in the middle of a kernel: whoever asked is gone, and a machine that is
// reached through a network has no other sign of it.
#pragma once
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>

#include "pieces.hpp"

// A buffer's most, as src/trace/launch-bytes.ts has it.
constexpr uint64_t MAX_PIECE_BYTES = uint64_t{1} << 30;
constexpr int EXIT_BAD_INPUT = 5;

struct Message {
    std::string line;
    Bytes bytes;
};

// How much of a piece is read at once: little enough to come over any connection before somebody is impatient.
constexpr uint64_t PART_BYTES = uint64_t{1} << 16;

// Null at the end of the input; throws for a piece without a name or a length. `heard` is called as each part
// begins.
template <class Heard>
std::optional<Message> readMessage(std::istream& from, Heard heard) {
    Message message;
    if (!std::getline(from, message.line)) return std::nullopt;
    if (message.line.empty() || message.line[0] != '+') return message;
    const size_t space = message.line.find(' ');
    const std::string digits = space == std::string::npos ? "" : message.line.substr(space + 1);
    const bool isCount = !digits.empty() && digits.size() < 11 && digits.find_first_not_of("0123456789") == std::string::npos;
    const uint64_t length = isCount ? std::stoull(digits) : 0;
    if (!isCount || space < 2 || length > MAX_PIECE_BYTES) throw BadJob("a piece without a name or a length");
    message.line.resize(space);
    message.bytes.resize(length);
    for (uint64_t at = 0; at < length; at += PART_BYTES) {
        heard();
        const auto part = static_cast<std::streamsize>(std::min(PART_BYTES, length - at));
        if (!from.read(reinterpret_cast<char*>(message.bytes.data() + at), part)) return std::nullopt;
    }
    return message;
}

// Of an environment variable; 0 where it is not set.
inline long secondsIn(const char* name) {
    const char* text = std::getenv(name);
    return text ? std::atol(text) : 0;
}

class Input {
public:
    // An allocation is somebody's GPU: when nothing comes for so many seconds this process ends, also where nothing closes its input
    // (a srun that was killed). 0: it stays.
    Input() : idleSeconds(secondsIn("LANESCAPE_IDLE_SECONDS")) {
        std::thread([this] {
            try {
                while (auto message = readMessage(std::cin, [this] { hasHeard = true; })) put(std::move(*message));
            } catch (const BadJob& bad) {
                std::fprintf(stderr, "the input cannot be read: %s\n", bad.what());
                _exit(EXIT_BAD_INPUT);
            }
            _exit(0);
        }).detach();
    }

    // The next job's line; pieces on the way to it are kept or dropped.
    std::string next(Pieces& pieces) {
        for (;;) {
            Message message = take();
            if (message.line.empty()) continue;
            if (message.line[0] == '+') pieces.put(message.line.substr(1), std::move(message.bytes));
            else if (message.line[0] == '-') pieces.drop(message.line.substr(1));
            else return std::move(message.line);
        }
    }

private:
    void put(Message message) {
        const std::lock_guard<std::mutex> lock(mutex);
        messages.push(std::move(message));
        arrived.notify_one();
    }

    Message take() {
        std::unique_lock<std::mutex> lock(mutex);
        const auto isThere = [this] { return !messages.empty(); };
        if (idleSeconds <= 0) arrived.wait(lock, isThere);
        // A large piece over a slow line may come for longer than that.
        else
            while (!arrived.wait_for(lock, std::chrono::seconds(idleSeconds), isThere))
                if (!hasHeard.exchange(false)) _exit(0);
        Message message = std::move(messages.front());
        messages.pop();
        return message;
    }

    const long idleSeconds;
    std::atomic<bool> hasHeard{false};
    std::queue<Message> messages;
    std::mutex mutex;
    std::condition_variable arrived;
};
