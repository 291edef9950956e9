#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/opal/check/verb_context.hpp"

namespace domain::opal::check {

/// A setting that a verb knows: `options(name:constant)`.
struct OptionSpec {
    std::string_view name;
    Type type;
};

/// The constants of `options(…)` by name; each has the type of its row. Reports unknown options, repeated ones and values
/// that are no constants of that type.
std::optional<std::map<std::string, Expr>> check_options(VerbContext& context, const ast::Call& call,
                                                         const std::vector<OptionSpec>& known);

/// The nanoseconds of a duration option, or `otherwise` when it was not given.
std::int64_t duration_option(const std::map<std::string, Expr>& options, const std::string& name, std::int64_t otherwise);
/// The whole number of an option, if it was given.
std::optional<std::int64_t> int_option(const std::map<std::string, Expr>& options, const std::string& name);
/// Reports a number or duration that is not greater than zero.
bool check_positive(VerbContext& context, const std::map<std::string, Expr>& options, const std::string& name);
bool bool_option(const std::map<std::string, Expr>& options, const std::string& name);

}  // namespace domain::opal::check
