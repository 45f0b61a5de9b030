// Machine code as it reaches the driver, by which PTX that was kept beside it is found again.
#pragma once
#include <elf.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

inline bool isElf(const void* image) { return std::memcmp(image, ELFMAG, SELFMAG) == 0; }

// Bytes of an ELF image in memory: to the end of its last section or table. The driver is given no size.
inline uint64_t elfBytes(const uint8_t* image) {
    Elf64_Ehdr head;
    std::memcpy(&head, image, sizeof head);
    uint64_t end = std::max<uint64_t>(head.e_shoff + uint64_t{head.e_shnum} * head.e_shentsize,
                                      head.e_phoff + uint64_t{head.e_phnum} * head.e_phentsize);
    for (unsigned i = 0; i < head.e_shnum; i++) {
        Elf64_Shdr section;
        std::memcpy(&section, image + head.e_shoff + uint64_t{i} * head.e_shentsize, sizeof section);
        if (section.sh_type != SHT_NOBITS) end = std::max<uint64_t>(end, section.sh_offset + section.sh_size);
    }
    return end;
}

// CRC-32 as zlib has it, which Python computes, too.
inline uint32_t crc32Of(const uint8_t* at, uint64_t bytes) {
    static const std::array<uint32_t, 256> table = [] {
        std::array<uint32_t, 256> rows{};
        for (uint32_t i = 0; i < 256; i++) {
            rows[i] = i;
            for (int bit = 0; bit < 8; bit++) rows[i] = rows[i] & 1 ? 0xedb88320u ^ rows[i] >> 1 : rows[i] >> 1;
        }
        return rows;
    }();
    uint32_t crc = ~0u;
    for (uint64_t i = 0; i < bytes; i++) crc = table[(crc ^ at[i]) & 255] ^ crc >> 8;
    return ~crc;
}

// `4096-1a2b3c4d`: the hook in Python gives the same name to the same bytes (python/kept_ptx.py).
inline std::string keptName(const uint8_t* image, uint64_t bytes) {
    char name[40];
    std::snprintf(name, sizeof name, "%llu-%08x", static_cast<unsigned long long>(bytes), crc32Of(image, bytes));
    return name;
}
