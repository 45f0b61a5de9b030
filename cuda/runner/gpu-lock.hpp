// One job at a time on a GPU, whoever asks: two servers of one machine would time each other's kernels.
#pragma once
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <string>

class GpuLock {
public:
    // Waits for its turn, and calls `waiting` at once and every second. Where no file can be locked, such as another user's, it
    // is not waited for.
    template <class Waiting>
    GpuLock(const std::string& uuid, Waiting waiting)
        : file(open(("/tmp/lanescape-" + uuid + ".lock").c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)) {
        for (int tries = 0; file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; tries++) {
            if (tries % TRIES_PER_SECOND == 0) waiting();
            usleep(1'000'000 / TRIES_PER_SECOND);
        }
    }
    ~GpuLock() {
        if (file >= 0) close(file);
    }
    GpuLock(const GpuLock&) = delete;
    GpuLock& operator=(const GpuLock&) = delete;

private:
    static constexpr int TRIES_PER_SECOND = 20;
    int file;
};
