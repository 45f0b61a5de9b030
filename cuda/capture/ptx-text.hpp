// What the library has to know of a PTX text: whether it defines a kernel, and which variables the module has.
#pragma once
#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_set>
#include <vector>

inline bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%'; }

// Splits PTX into words, without comments, strings and spaces: names and directives (`.const`), and every other character alone.
class PtxWords {
public:
    explicit PtxWords(const std::string& text) : text(text) {}

    // False at the end.
    bool next(std::string& word) {
        skipBlanks();
        if (at >= text.size()) return false;
        const size_t start = at++;
        if (text[start] == '"') {
            at = std::min(text.find('"', at), text.size() - 1) + 1;
        } else if (isNameCharacter(text[start]) || text[start] == '.') {
            while (at < text.size() && isNameCharacter(text[at])) at++;
        }
        word.assign(text, start, at - start);
        return true;
    }

    // Behind the brace that closes the one just read; `words` gets what is named there.
    void skipBody(std::unordered_set<std::string>& words) {
        int depth = 1;
        std::string word;
        while (depth > 0 && next(word)) {
            depth += word == "{" ? 1 : word == "}" ? -1 : 0;
            words.insert(word);
        }
    }

private:
    const std::string& text;
    size_t at = 0;

    void skipBlanks() {
        for (;;) {
            while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) at++;
            if (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size());
            else if (text.compare(at, 2, "/*") == 0) at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
            else return;
        }
    }
};

// `.target sm_100a`: for no other architecture.
inline bool isForOneArchitecture(const std::string& ptx) {
    const size_t target = ptx.find(".target");
    if (target == std::string::npos) return false;
    const size_t end = ptx.find_first_of(",\r\n", target);
    return end != std::string::npos && ptx[ptx.find_last_not_of(" \t", end - 1)] == 'a';
}

inline bool definesKernel(const std::string& ptx, const std::string& kernel) {
    for (size_t at = ptx.find(".entry"); at != std::string::npos; at = ptx.find(".entry", at + 1)) {
        const size_t name = ptx.find_first_not_of(" \t\r\n", at + 6);
        if (name == std::string::npos) return false;
        const size_t end = name + kernel.size();
        if (ptx.compare(name, kernel.size(), kernel) == 0 && (end == ptx.size() || !isNameCharacter(ptx[end]))) return true;
    }
    return false;
}

// The module's variables in .const and .global that some function or initial value names, in the order of the text, each once. One
// that is only declared (.extern) counts, too: the driver knows where it lies.
inline std::vector<std::string> variablesOf(const std::string& ptx) {
    std::vector<std::string> found;
    std::unordered_set<std::string> seen, used;
    std::string word;
    bool isVariable = false, isNamed = false;
    // Of parentheses: a parameter may say that it points into .global.
    int depth = 0;
    PtxWords words(ptx);
    while (words.next(word)) {
        depth += word == "(" ? 1 : word == ")" ? -1 : 0;
        if (depth > 0) continue;
        if (word == "{" && !isVariable) words.skipBody(used);
        if (word == ".const" || word == ".global") {
            isVariable = true;
            isNamed = false;
        } else if (word == ";") {
            isVariable = false;
        } else if (isVariable && isNamed) {
            used.insert(word);
        } else if (isVariable && isNameCharacter(word[0]) && !std::isdigit(static_cast<unsigned char>(word[0]))) {
            // `.global .align 4 .b8 name[8] = {…};`: the first word that is neither directive nor number.
            isNamed = true;
            if (seen.insert(word).second) found.push_back(word);
        }
    }
    found.erase(std::remove_if(found.begin(), found.end(), [&](const std::string& name) { return !used.count(name); }), found.end());
    return found;
}
