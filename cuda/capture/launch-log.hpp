// For `--list`: which kernels ran how often, with which grids, and for how long, by CUPTI's activity records.
#pragma once
#include <cupti.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include "json-text.hpp"

class LaunchLog {
public:
    // The program's end writes `file`; a program of several processes leaves one for each.
    static void start(const std::string& file) {
        path() = file;
        cuptiActivityRegisterCallbacks(giveBuffer, takeBuffer);
        cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
        std::atexit(finish);
    }

private:
    // A kernel, and the GPU that it ran on.
    using Place = std::pair<std::string, uint32_t>;
    using Shape = std::array<int32_t, 6>;
    struct Row {
        uint64_t count = 0, nanoseconds = 0;
        std::map<Shape, uint64_t> shapes;
    };
    static constexpr size_t BUFFER_BYTES = 1u << 20;

    static std::string& path() {
        static std::string text;
        return text;
    }
    static std::map<Place, Row>& rows() {
        // Never freed: CUPTI's thread may still write when the program ends.
        static auto* all = new std::map<Place, Row>;
        return *all;
    }
    static std::mutex& lock() {
        static auto* mutex = new std::mutex;
        return *mutex;
    }

    static void CUPTIAPI giveBuffer(uint8_t** buffer, size_t* bytes, size_t* mostRecords) {
        *buffer = static_cast<uint8_t*>(std::aligned_alloc(8, BUFFER_BYTES));
        *bytes = *buffer ? BUFFER_BYTES : 0;
        *mostRecords = 0;
    }

    static void CUPTIAPI takeBuffer(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t validBytes) {
        CUpti_Activity* record = nullptr;
        const std::lock_guard<std::mutex> guard(lock());
        while (cuptiActivityGetNextRecord(buffer, validBytes, &record) == CUPTI_SUCCESS)
            if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) take(*reinterpret_cast<CUpti_ActivityKernel9*>(record));
        std::free(buffer);
    }

    static void take(const CUpti_ActivityKernel9& kernel) {
        Row& row = rows()[{kernel.name ? kernel.name : "?", kernel.deviceId}];
        row.count++;
        row.nanoseconds += kernel.end - kernel.start;
        row.shapes[{kernel.gridX, kernel.gridY, kernel.gridZ, kernel.blockX, kernel.blockY, kernel.blockZ}]++;
    }

    static void finish() {
        cuptiActivityFlushAll(1);
        const std::lock_guard<std::mutex> guard(lock());
        JsonText json;
        json.open('[');
        for (const auto& [place, row] : rows()) {
            json.open('{').key("kernel").value(place.first).key("device").value(place.second).key("count").value(row.count);
            json.key("nanoseconds").value(row.nanoseconds).key("shapes").open('[');
            for (const auto& [shape, count] : row.shapes) {
                json.open('{').key("grid").list(Shape3{shape[0], shape[1], shape[2]});
                json.key("block").list(Shape3{shape[3], shape[4], shape[5]}).key("count").value(count).close('}');
            }
            json.close(']').close('}');
        }
        const std::string own = path() + "." + std::to_string(getpid());
        std::ofstream(own, std::ios::binary) << json.close(']').str() << "\n";
    }
    using Shape3 = std::array<int32_t, 3>;
};
