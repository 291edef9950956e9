#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace domain::opal::sql {

/// A value bound to `$1`, `$2`, …; the same type as domain::query::BoundValue, which this module must not know.
using Parameter = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string>;

/// Collects the constants of a statement.
class Parameters {
public:
    /// Returns the place holder `$n`. Equal values share one.
    std::string add(Parameter value) {
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (values_[i] == value) return "$" + std::to_string(i + 1);
        }
        values_.push_back(std::move(value));
        return "$" + std::to_string(values_.size());
    }
    std::vector<Parameter> take() { return std::move(values_); }

private:
    std::vector<Parameter> values_;
};

/// SQL of the query store with its constants.
struct Statement {
    std::string sql;
    std::vector<Parameter> parameters;
};

}  // namespace domain::opal::sql
