// Writes JSON: the caller opens and closes, commas come by themselves. RFC 8259.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

inline std::string hexText(uint64_t number) {
    char hex[32];
    std::snprintf(hex, sizeof hex, "0x%llx", static_cast<unsigned long long>(number));
    return hex;
}

class JsonText {
public:
    JsonText& open(char bracket) {
        comma();
        text += bracket;
        isFirst = true;
        return *this;
    }
    JsonText& close(char bracket) {
        text += bracket;
        isFirst = false;
        return *this;
    }
    JsonText& key(const char* name) {
        quoted(name);
        text += ':';
        isFirst = true;
        return *this;
    }
    JsonText& value(const std::string& string) {
        quoted(string);
        return *this;
    }
    JsonText& value(const char* string) { return value(std::string(string)); }
    JsonText& value(bool boolean) { return raw(boolean ? "true" : "false"); }
    template <class Number>
    JsonText& value(Number number) {
        return raw(std::to_string(number));
    }
    JsonText& null() { return raw("null"); }
    // Addresses need more bits than JSON's numbers have.
    JsonText& address(uint64_t address) { return value(hexText(address)); }
    template <class List>
    JsonText& list(const List& numbers) {
        open('[');
        for (const auto number : numbers) value(number);
        return close(']');
    }
    const std::string& str() const { return text; }

private:
    std::string text;
    bool isFirst = true;

    void comma() {
        if (!isFirst) text += ',';
        isFirst = false;
    }
    JsonText& raw(const std::string& word) {
        comma();
        text += word;
        return *this;
    }
    void quoted(const std::string& string) {
        comma();
        text += '"';
        for (const char c : string) {
            char escape[8];
            if (c == '"' || c == '\\') {
                text += '\\';
                text += c;
            } else if (static_cast<unsigned char>(c) < 0x20) {
                std::snprintf(escape, sizeof escape, "\\u%04x", c);
                text += escape;
            } else {
                text += c;
            }
        }
        text += '"';
    }
};

inline std::string base64Of(const std::string& bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) group = group << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0u);
        for (size_t k = 0; k < 4; k++) text += i + k <= bytes.size() ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}
