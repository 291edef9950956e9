#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "domain/base/result.hpp"

/// The Common Expression Language, as far as filters and orders of lists need it (spec: api §15):
///
///     expr     := or [ "?" or ":" expr ]
///     or       := and { "||" and }            and    := relation { "&&" relation }
///     relation := sum { ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" ) sum }
///     sum      := unary { ( "+" | "-" ) unary }   unary := { "!" | "-" } member
///     member   := primary { "." name [ "(" args ")" ] | "[" expr "]" }
///     primary  := literal | name [ "(" args ")" ] | "(" expr ")" | "[" args "]"
///
/// Literals are those of JSON, strings also in single quotes and raw (`r"\d"`). Functions: size has int string, and of a value
/// contains startsWith endsWith matches lowerAscii upperAscii size, of a list exists(x, condition) all(x, condition).
namespace gateway::cel {

using Value = nlohmann::json;

struct Node;

/// An expression that was parsed. Immutable, cheap to copy.
class Expression {
public:
    /// Fails with kInvalidArgument, naming the place, on everything that the grammar above does not have.
    static domain::base::Result<Expression> parse(std::string_view text);

    /// The value for an object's members as variables. Fails with kInvalidArgument on an unknown name and on an operation that
    /// its operands cannot have, with kNotFound where null has no such operation: no value, and no fault either.
    domain::base::Result<Value> evaluate(const Value& variables) const;

    /// Whether the condition holds: false where it has no value. Fails with kInvalidArgument, also when it is no condition.
    domain::base::Result<bool> holds(const Value& variables) const;

    /// For the parser.
    explicit Expression(std::shared_ptr<const Node> root) : root_(std::move(root)) {}

private:

    std::shared_ptr<const Node> root_;
};

struct OrderKey {
    Expression value;
    bool is_descending = false;
};

/// `label`, `kind, updatedAt desc`, `-id`: expressions, each perhaps with `asc` or `desc`. Fails as Expression::parse.
domain::base::Result<std::vector<OrderKey>> parse_order(std::string_view text);

}  // namespace gateway::cel
