#pragma once

#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "domain/opal/plan/node.hpp"

/// Small tools for expressions of plans.
namespace domain::opal::plan {

Expr column_ref(ColumnId column, Type type);
Expr int_literal(std::int64_t value, Type type = Type::kInt64);
Expr text_literal(std::string text);
Expr null_literal(Type type);
/// `op.and` of the conjuncts: true without any, the conjunct itself when there is one.
Expr all_of(std::vector<Expr> conjuncts);
Expr call(std::string_view function, Type type, std::vector<Expr> operands);
Expr binary(std::string_view function, Type type, Expr left, Expr right);
/// A comparison or another test of two values.
Expr test(std::string_view function, Expr left, Expr right);

/// The column when the expression is nothing but a reference.
const ColumnId* as_column(const Expr& expr);
bool is_literal(const Expr& expr);
bool is_null_literal(const Expr& expr);
/// The call when the expression is a call of this function.
const check::Call* as_call(const Expr& expr, std::string_view function);

/// Calls `visit` for every column that the expression reads: orders of aggregates, partitions and orders of windows too.
void for_each_column(const Expr& expr, const std::function<void(ColumnId)>& visit);
/// The same in place.
void for_each_column(Expr& expr, const std::function<void(ColumnId&)>& visit);

/// Calls `visit` for every expression directly below: operands, orders of aggregates, partitions and orders of windows.
void for_each_child(Expr& expr, const std::function<void(Expr&)>& visit);
void for_each_child(const Expr& expr, const std::function<void(const Expr&)>& visit);

/// Whether a function that gives another value at each call (uniform, zipf) stands anywhere in the expression. It is computed
/// in a Project of its own and never merged into another expression: the query store takes none inside TRY(…).
bool is_volatile(const Expr& expr);

/// Whether a window call stands anywhere in the expression, or in one of the node.
bool has_window(const Expr& expr);
bool has_window(const Node& node);
std::set<ColumnId> columns_of(const Expr& expr);

/// Replaces references by the expressions of the map.
void substitute(Expr& expr, const std::map<ColumnId, Expr>& replacements);

/// The number of levels of the tree.
std::size_t depth(const Expr& expr);

/// The operands of nested `op.and`, or the expression itself.
std::vector<Expr> split_conjuncts(Expr predicate);

/// Every expression of the node, in place.
void for_each_expression(Node& node, const std::function<void(Expr&)>& visit);
void for_each_expression(const Node& node, const std::function<void(const Expr&)>& visit);

}  // namespace domain::opal::plan
