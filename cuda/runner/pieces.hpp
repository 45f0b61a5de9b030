// The bytes that jobs name: buffers' contents, expected outputs, machine code. They came ahead of the job, once, and stay until the
// server takes them back, so that a second job with the same code or inputs brings none.
#pragma once
#include <map>
#include <memory>

#include "device-launch.hpp"
#include "json.hpp"

class Pieces {
public:
    // `name`: the sha256 of the bytes, which is the server's business.
    void put(const std::string& name, Bytes bytes) { byName[name] = std::make_shared<const Bytes>(std::move(bytes)); }
    void drop(const std::string& name) { byName.erase(name); }

    std::shared_ptr<const Bytes> get(const std::string& name) const {
        const auto found = byName.find(name);
        if (found == byName.end()) throw BadJob("bytes that did not come");
        return found->second;
    }

    const unsigned char* bytes(const std::string& name, uint64_t length) const {
        const auto found = get(name);
        if (found->size() != length) throw BadJob("bytes of another length");
        return found->data();
    }

private:
    std::map<std::string, std::shared_ptr<const Bytes>> byName;
};
