#pragma once

#include <string>

#include "domain/opal/check/typed_ast.hpp"
#include "domain/opal/sql/statement.hpp"

namespace domain::opal::sql {

/// Writes expressions of a plan; their columns are in scope under their internal names. Constants become parameters,
/// except fractions of percentiles, steps of paths, time bins and nulls, which the query store wants as constants.
class ExpressionEmitter {
public:
    /// `parameters` must outlive the emitter.
    explicit ExpressionEmitter(Parameters& parameters) : parameters_(parameters) {}

    std::string emit(const check::Expr& expr) const;

    /// ` ORDER BY …`, or empty without keys.
    static std::string order_by(const std::vector<check::OrderKey>& keys);

private:
    std::string literal(const check::Literal& literal, check::Type type) const;
    std::string call(const check::Expr& expr, const check::Call& call) const;
    std::string special_call(const check::Expr& expr, const check::Call& call) const;
    std::string bucket(const check::Expr& expr) const;
    std::string hash(const std::vector<check::Expr>& operands) const;
    std::string rows(const std::vector<check::Expr>& operands) const;
    /// An aggregate call. `over` stands behind the query store's own aggregate function: ` OVER (…)` or nothing.
    std::string aggregate(const check::Expr& expr, const check::Aggregate& aggregate, const std::string& over) const;
    std::vector<std::string> aggregate_operands(const check::Expr& expr, std::string_view function) const;
    std::string special_aggregate(const check::Expr& expr, const check::Aggregate& aggregate) const;
    std::string ewma(const check::Expr& expr, const std::string& window) const;
    std::string window(const check::Expr& expr, const check::WindowCall& window) const;
    std::string partition_by(const std::vector<check::Expr>& keys) const;
    std::string search(const check::Expr& expr, const check::SearchMatch& match) const;
    std::string matches(const std::string& text, const check::Expr& operand, const check::SearchMatch& match) const;
    std::string json_text(const check::Expr& expr) const;
    std::string as_type(const check::Expr& expr, check::Type type) const;
    std::string sort_keys(const std::vector<check::SortKey>& keys) const;
    std::string place_key(const std::vector<check::SortKey>& keys) const;
    std::vector<std::string> emit_all(const std::vector<check::Expr>& exprs) const;

    Parameters& parameters_;
};

/// `col ASC NULLS LAST`: the query store's own default for descending keys is another one than OPAL's.
std::string_view direction(bool is_descending, bool nulls_first);

}  // namespace domain::opal::sql
