// JSON, as far as jobs need it: read into a tree, and strings written. RFC 8259; numbers are doubles.
#pragma once
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

// The job is not what the protocol asks for; nothing ran.
struct BadJob : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Json {
public:
    enum class Kind { null, boolean, number, string, list, record };

    static Json parse(const std::string& text) {
        Reader reader{text.c_str(), text.c_str() + text.size()};
        Json value = reader.value(0);
        reader.skipBlanks();
        if (reader.at != reader.end) throw BadJob("JSON: more than one value");
        return value;
    }

    bool has(const std::string& key) const { return kind == Kind::record && record.count(key) > 0; }

    const Json& operator[](const std::string& key) const {
        if (!has(key)) throw BadJob("no field " + key);
        return record.at(key);
    }

    const std::vector<Json>& items() const { return expect(Kind::list, "a list").list; }
    const std::string& text() const { return expect(Kind::string, "a string").string; }
    double real() const { return expect(Kind::number, "a number").number; }

    uint64_t count() const {
        const double value = real();
        if (!(value >= 0 && value <= 9007199254740991.0) || value != static_cast<double>(static_cast<uint64_t>(value)))
            throw BadJob("expected a count");
        return static_cast<uint64_t>(value);
    }

    template <class T>
    std::vector<T> counts() const {
        std::vector<T> values;
        for (const Json& item : items()) values.push_back(item.countAs<T>());
        return values;
    }

    // As many as the type holds: no number becomes another.
    template <class T>
    T countAs() const {
        const uint64_t value = count();
        if (value > static_cast<uint64_t>(std::numeric_limits<T>::max())) throw BadJob("expected a smaller count");
        return static_cast<T>(value);
    }

private:
    Kind kind = Kind::null;
    double number = 0;
    std::string string;
    std::vector<Json> list;
    std::map<std::string, Json> record;

    const Json& expect(Kind wanted, const char* words) const {
        if (kind != wanted) throw BadJob(std::string("expected ") + words);
        return *this;
    }

    struct Reader {
        const char *at, *end;
        static constexpr int MAX_DEPTH = 16;

        [[noreturn]] void fail() const { throw BadJob("JSON: not understood"); }
        void skipBlanks() {
            while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
        }
        bool take(char wanted) {
            skipBlanks();
            if (at == end || *at != wanted) return false;
            at++;
            return true;
        }
        bool takeWord(const char* word) {
            const size_t length = std::strlen(word);
            if (static_cast<size_t>(end - at) < length || std::strncmp(at, word, length) != 0) return false;
            at += length;
            return true;
        }

        Json value(int depth) {
            skipBlanks();
            if (at == end || depth > MAX_DEPTH) fail();
            Json json;
            if (*at == '{') {
                readRecord(json, depth);
            } else if (*at == '[') {
                readList(json, depth);
            } else if (*at == '"') {
                json.kind = Kind::string;
                json.string = readString();
            } else if (takeWord("true")) {
                json.kind = Kind::boolean, json.number = 1;
            } else if (takeWord("false")) {
                json.kind = Kind::boolean;
            } else if (!takeWord("null")) {
                readNumber(json);
            }
            return json;
        }

        // -12.5e+3: strtod, which takes more than that, gets what the grammar allows.
        void readNumber(Json& json) {
            const char* start = at;
            takeSign("-");
            const char* whole = at;
            takeDigits();
            if (*whole == '0' && at - whole > 1) fail();
            if (at < end && *at == '.') at++, takeDigits();
            if (at < end && (*at == 'e' || *at == 'E')) at++, takeSign("+-"), takeDigits();
            json.kind = Kind::number;
            json.number = std::strtod(std::string(start, at).c_str(), nullptr);
        }

        void takeSign(const char* signs) {
            if (at < end && *at != 0 && std::strchr(signs, *at)) at++;
        }

        // At least one.
        void takeDigits() {
            const char* start = at;
            while (at < end && *at >= '0' && *at <= '9') at++;
            if (at == start) fail();
        }

        void readList(Json& json, int depth) {
            json.kind = Kind::list;
            at++;
            if (take(']')) return;
            do json.list.push_back(value(depth + 1));
            while (take(','));
            if (!take(']')) fail();
        }

        void readRecord(Json& json, int depth) {
            json.kind = Kind::record;
            at++;
            if (take('}')) return;
            do {
                skipBlanks();
                const std::string key = readString();
                if (!take(':')) fail();
                json.record[key] = value(depth + 1);
            } while (take(','));
            if (!take('}')) fail();
        }

        // The server writes ASCII names and paths; \u is for the control characters in them.
        std::string readString() {
            if (!take('"')) fail();
            std::string text;
            while (at < end && *at != '"') {
                if (static_cast<unsigned char>(*at) < 0x20) fail();
                text += *at == '\\' ? escape() : *at++;
            }
            if (!take('"')) fail();
            return text;
        }

        char escape() {
            if (end - at < 2) fail();
            at += 2;
            switch (at[-1]) {
                case 'n': return '\n';
                case 't': return '\t';
                case 'r': return '\r';
                case 'b': return '\b';
                case 'f': return '\f';
                case 'u': return codeUnit();
                case '"': case '\\': case '/': return at[-1];
                default: fail();
            }
        }

        char codeUnit() {
            int code = 0;
            for (int i = 0; i < 4; i++, at++) {
                if (at == end || !std::isxdigit(static_cast<unsigned char>(*at))) fail();
                code = 16 * code + (*at <= '9' ? *at - '0' : (*at & 31) + 9);
            }
            if (code > 0x7f) fail();
            return static_cast<char>(code);
        }
    };
};

inline std::string quoted(const std::string& text) {
    std::string json = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') json += '\\';
        json += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return json + "\"";
}
