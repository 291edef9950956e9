#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace domain::opal::jmespath {

struct Node;

/// Why a text is no expression, and the byte where that shows.
struct Fault {
    std::string message;
    std::size_t at = 0;
};

/// A JMESPath expression, ready to be evaluated. Immutable; copies share it.
class Expression {
public:
    static std::variant<Expression, Fault> parse(std::string_view text);

    /// Appends the result for a JSON value as JSON text; false, with `out` as it was, when the result is null, which is also
    /// that of a function called with a value of the wrong type.
    bool evaluate(std::string& out, std::string_view json) const;

private:
    explicit Expression(std::shared_ptr<const Node> root) : root_(std::move(root)) {}
    std::shared_ptr<const Node> root_;
};

}  // namespace domain::opal::jmespath
