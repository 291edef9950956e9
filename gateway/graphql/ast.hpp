#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway::graphql {

inline constexpr std::size_t tokens_max = 10'000;  ///< of one document
inline constexpr std::size_t depth_max = 20;       ///< of selections, of values and of types
inline constexpr std::size_t fields_max = 1'000;   ///< of an operation, its fragments opened

/// A value as it was written.
struct Value {
    enum class Kind { kVariable, kNumber, kString, kBoolean, kNull, kEnum, kList, kObject };
    Kind kind = Kind::kNull;
    std::string text;                ///< name, digits, decoded string, `true`
    std::vector<Value> items;        ///< of a list, or of an object
    std::vector<std::string> names;  ///< of an object: one for each item
};

using Arguments = std::vector<std::pair<std::string, Value>>;

struct Directive {
    std::string name;
    Arguments arguments;
};

struct Selection {
    enum class Kind { kField, kSpread, kInline };
    Kind kind = Kind::kField;
    std::string key;   ///< of a field in the answer: its alias, or its name
    std::string name;  ///< of a field, or of the fragment that is spread
    std::string type;  ///< condition of an inline fragment; empty: it has none
    Arguments arguments;
    std::vector<Directive> directives;
    std::vector<Selection> selections;
};

struct Variable {
    std::string name;
    bool is_required = false;  ///< `!` and no default
    std::optional<Value> usual;
};

struct Operation {
    bool is_mutation = false;
    std::string name;  ///< empty: it has none
    std::vector<Variable> variables;
    std::vector<Selection> selections;
};

struct Fragment {
    std::string name;
    std::string type;
    std::vector<Selection> selections;
};

struct Document {
    std::vector<Operation> operations;
    std::vector<Fragment> fragments;
};

}  // namespace gateway::graphql
