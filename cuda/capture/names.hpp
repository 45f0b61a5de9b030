// Names of kernels, as people read them.
#pragma once
#include <cxxabi.h>

#include <cctype>
#include <cstdlib>
#include <string>

// `void scale<float>(float*)` of `_Z5scaleIfEvPT_`; a name that is not mangled is itself.
inline std::string plainName(const std::string& mangled) {
    int status = 0;
    char* plain = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    const std::string text = status == 0 && plain ? plain : mangled;
    std::free(plain);
    return text;
}

// The function's own name, without return type, namespaces, template arguments and parameters: `scale`.
inline std::string bareName(const std::string& mangled) {
    std::string bare;
    int depth = 0;
    const std::string plain = plainName(mangled);
    for (size_t i = 0; i < plain.size(); i++) {
        const char c = plain[i];
        // `(anonymous namespace)::` is a namespace, any other parenthesis opens the parameters.
        if (depth == 0 && c == '(' && plain.compare(i, 11, "(anonymous ") != 0) break;
        // `[abi:v1]` is a tag of the name before it.
        if (c == '<' || c == '(' || c == '[') depth++;
        else if (c == '>' || c == ')' || c == ']') depth--;
        else if (depth > 0) continue;
        else if (c == ' ' || c == ':') bare.clear();
        else bare += c;
    }
    return bare;
}

// For a folder: letters, digits, `_`, `-` and `.`, at most 60, and no leading dot.
inline std::string folderName(const std::string& mangled) {
    std::string name;
    for (const char c : bareName(mangled)) {
        const bool isPlain = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || (c == '.' && !name.empty());
        name += isPlain ? c : '_';
    }
    return name.empty() ? "kernel" : name.substr(0, 60);
}
