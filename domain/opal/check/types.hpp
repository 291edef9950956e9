#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/opal/check/functions.hpp"
#include "domain/opal/check/typed_ast.hpp"

/// What the checker knows about types.
namespace domain::opal::check {

inline constexpr TypeSet kAnyType = (TypeSet{1} << 14U) - 1;
inline constexpr TypeSet kNumericTypes = type_bit(Type::kInt64) | type_bit(Type::kFloat64) | type_bit(Type::kNumeric);
/// What `*` looks into.
inline constexpr TypeSet kSearchableTypes =
    type_bit(Type::kString) | type_bit(Type::kObject) | type_bit(Type::kArray) | type_bit(Type::kVariant);
inline constexpr TypeSet kJsonTypes = type_bit(Type::kObject) | type_bit(Type::kArray) | type_bit(Type::kVariant);

constexpr bool contains(TypeSet set, Type type) { return (set & type_bit(type)) != 0; }
constexpr bool is_numeric(Type type) { return contains(kNumericTypes, type); }

/// `string`, `numeric or duration`, `object, array or variant`: as messages show a set.
std::string describe(TypeSet set);

/// The type with this name (`int64`), or nothing.
std::optional<Type> find_type(std::string_view name);

/// The type that values of both types have together: the same type, or the wider of two numeric ones.
std::optional<Type> common_type(Type a, Type b);

/// Whether `=` may compare them: equal or numeric types, or a variant with anything.
bool are_comparable(Type a, Type b);
/// Whether `<` has a meaning for values of the type.
bool is_ordered(Type type);

/// The function that casts to a type, or empty.
std::string_view cast_function(Type type);

/// A `null` that was written plainly: it takes the type that its surroundings ask for. `int64_null()` has a type.
bool is_null_literal(const Expr& expr);
/// The value of a constant of type T (std::int64_t, std::string, DurationValue, …), or nullptr.
template <class T>
const T* constant(const Expr& expr) {
    const auto* literal = std::get_if<Literal>(&expr.node);
    return literal == nullptr ? nullptr : std::get_if<T>(&literal->value);
}

Expr make_literal(Span span, Type type, decltype(Literal::value) value);
Expr make_column(Span span, const Column& column);
Expr make_call(Span span, Type type, std::string_view function, std::vector<Expr> operands);
Expr make_binary(Span span, Type type, std::string_view function, Expr left, Expr right);

/// The expression as a value of a wider or textual type: itself if it has the type, a changed constant, or a cast call.
Expr cast_to(Expr expr, Type type);

}  // namespace domain::opal::check
