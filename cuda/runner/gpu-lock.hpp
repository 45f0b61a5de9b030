// One job at a time on a GPU, whoever asks: two servers of one machine would time each other's kernels.
#pragma once
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <string>

class GpuLock {
public:
    // Waits for its turn. Where no file can be locked, such as another user's, it is not waited for.
    explicit GpuLock(const std::string& uuid)
        : file(open(("/tmp/lanescape-" + uuid + ".lock").c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600)) {
        if (file >= 0) flock(file, LOCK_EX);
    }
    ~GpuLock() {
        if (file >= 0) close(file);
    }
    GpuLock(const GpuLock&) = delete;
    GpuLock& operator=(const GpuLock&) = delete;

private:
    int file;
};
