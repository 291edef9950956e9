#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/reference/verb_docs.hpp"

namespace domain::opal::reference {

/// Another name of a verb or function.
struct Alias {
    std::string_view name;
    bool is_deprecated = false;
};

struct VerbEntry {
    const VerbDoc* doc = nullptr;
    std::string_view chapter;
    std::vector<Alias> aliases;
};

struct FunctionEntry {
    std::string_view name;  ///< an operator's is its symbol
    std::string_view kind;  ///< `operator`, `scalar`, `aggregate`, …
    std::string_view chapter;
    std::vector<std::string> signatures;  ///< one for each overload; none for arguments of verbs
    std::string_view summary;
    std::vector<Alias> aliases;
    std::string_view input;  ///< dataset of the example
    std::string example;     ///< a whole pipeline; operators have none
};

/// The language as the tables of the compiler have it: every verb, and every function and operator of this version.
struct Language {
    std::vector<VerbEntry> verbs;          ///< by chapter
    std::vector<FunctionEntry> functions;  ///< by chapter
};

/// Built once. Thread-safe.
const Language& language();

/// The kinds of dataset behind the letters of VerbDoc::kinds: `Event, Table`.
std::string kind_names(std::string_view kinds);

}  // namespace domain::opal::reference
