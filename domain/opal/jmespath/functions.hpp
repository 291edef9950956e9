#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/jmespath/ast.hpp"

namespace domain::opal::jmespath {

/// An argument of a call: a value, or an expression to be applied to values.
struct Argument {
    Value value;
    const Node* expression = nullptr;
};

/// Nothing stands for a value of the wrong type.
using Result = std::optional<Value>;
using Apply = std::function<Result(const Node&, const Value&)>;

/// A function of the language.
struct Builtin {
    std::string_view name;
    std::size_t arguments_min;
    std::size_t arguments_max;
    Result (*call)(const std::vector<Argument>& arguments, const Apply& apply);
};

/// The function with this name, or nullptr.
const Builtin* find_builtin(std::string_view name);

/// What is wrong with a number of arguments; empty when nothing is.
std::string arity_fault(const Builtin& function, std::size_t arguments);

}  // namespace domain::opal::jmespath
