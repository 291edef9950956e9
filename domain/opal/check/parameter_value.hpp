#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// What the caller of a script supplies for `$name`: a constant of a type, or null of that type. Timestamps and durations are
/// nanoseconds; objects, arrays and variants are JSON text. The checker trusts that value and type agree.
struct ParameterValue {
    Type type = Type::kVariant;
    std::variant<std::nullptr_t, bool, std::int64_t, double, std::string> value;
    friend bool operator==(const ParameterValue&, const ParameterValue&) = default;
};

/// By name, without `$`.
using ParameterValues = std::map<std::string, ParameterValue, std::less<>>;

/// The expression that stands for a reference at `span`.
Expr to_expression(const ParameterValue& parameter, Span span);

}  // namespace domain::opal::check
