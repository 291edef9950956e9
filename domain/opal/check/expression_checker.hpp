#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/opal/ast/ast.hpp"
#include "domain/opal/check/checker.hpp"
#include "domain/opal/check/functions.hpp"
#include "domain/opal/check/scope.hpp"
#include "domain/opal/check/typed_ast.hpp"
#include "domain/opal/source/diagnostic.hpp"

namespace domain::opal::check {

/// Types expressions. Every function gives nothing when there was an error, which then has been reported, here or where it
/// came from: callers stay silent about it. References must outlive it.
class ExpressionChecker {
public:
    using Checked = std::optional<Expr>;

    /// `dataset_names` are the inputs and subqueries that `@name` may mean.
    ExpressionChecker(const CheckInput& input, source::Diagnostics& diagnostics, std::vector<std::string> dataset_names)
        : input_(input), diagnostics_(diagnostics), dataset_names_(std::move(dataset_names)) {}

    /// Makes a statement that the checked expressions read from stand before the one they are part of: see `label()`.
    using Enricher = std::function<Checked(const ast::Link& link, Span span, const Scope& scope)>;
    void set_enricher(Enricher enricher) { enricher_ = std::move(enricher); }

    /// From here on `@name` with this name means the dataset that the statements work on.
    void set_default_dataset(std::string name) { default_dataset_ = std::move(name); }
    bool is_default_dataset(const std::string& name) const { return name.empty() || name == default_dataset_; }

    Checked check(const ast::Expr& expr, const Scope& scope);

    /// A value of the given type: int64 widens to float64, plain null takes the type. `owner` and `parameter` (from 1) name
    /// the place in the message about any other type.
    Checked check_typed(const ast::Expr& expr, const Scope& scope, Type type, const std::string& owner,
                        std::size_t parameter, std::string_view parameter_name);

    /// The same for a constant; reports anything that is not known before the query runs.
    Checked check_constant(const ast::Expr& expr, const Scope& scope, Type type, const std::string& owner,
                           std::size_t parameter, std::string_view parameter_name);

    /// A key of `sort` and `order_by`: a value inside any of asc desc nullsfirst nullslast.
    std::optional<SortKey> check_sort_key(const ast::Expr& expr, const Scope& scope);

    /// A constant regex: a literal, `regex("…", "i")` or a string.
    std::optional<Regex> check_regex(const ast::Expr& expr, const Scope& scope, const std::string& owner,
                                     std::size_t parameter, std::string_view parameter_name);

    /// The canonical name of the function that a call names, with a warning about deprecated aliases. Empty after reporting
    /// an unknown or unsupported one.
    std::string_view resolve_function(const ast::Name& name);
    /// The same without any report; empty when unknown.
    static std::string_view canonical_function(const std::string& name);

    void report_type(const std::string& owner, std::size_t parameter, std::string_view parameter_name, TypeSet expected,
                     const Expr& found);

    source::Diagnostics& diagnostics() { return diagnostics_; }
    const CheckInput& input() const { return input_; }
    std::string_view text(Span span) const { return input_.source.text(span); }

private:
    Checked check_literal(const ast::Literal& literal, Span span);
    Checked check_parameter(const ast::Parameter& parameter, Span span);
    Checked check_dataset_reference(const ast::DatasetReference& reference, Span span, const Scope& scope);
    Checked check_path(const ast::Expr& expr, const Scope& scope);
    Checked check_operation(const ast::Expr& expr, const Scope& scope);
    Checked check_logic(const ast::Expr& expr, const Scope& scope, std::string_view function, std::string_view symbol);
    Checked check_comparison(std::string_view function, std::string_view symbol, Span op_span, Span span, Expr left,
                             Expr right);
    /// `condition or is_null(value)`; a JSON null counts as null.
    static Expr or_null(Expr condition, Expr value);
    Checked check_arithmetic(std::string_view function, std::string_view symbol, Span op_span, Span span,
                             std::vector<Expr> operands);
    Checked check_star_equals(const ast::Expr& expr, const Scope& scope, bool is_negated);
    Checked check_match(const ast::Expr& expr, const Scope& scope);
    std::optional<std::vector<Expr>> match_fields(const ast::Expr& field, const Scope& scope);
    Checked check_match_text(const ast::Expr& expr, const ast::Match& match, std::vector<Expr> fields,
                             const Scope& scope);
    /// Counts the nodes that `*` multiplies; false after reporting that a script has too many.
    bool spend_search(std::size_t nodes, Span span);
    static Expr any_of(Span span, std::vector<Expr> matches, bool is_negated);

    // calls (call_checker.cpp, overloads.cpp, constant_ranges.cpp, aggregate_calls.cpp)
    struct Fit;
    Checked check_call(const ast::Expr& expr, const ast::Call& call, const Scope& scope);
    Checked check_aggregate_call(const ast::Call& call, Span span, const Function& function, const Scope& scope);
    Checked check_row_function(const ast::Call& call, Span span, const Function& function, const Scope& scope);
    std::optional<std::vector<SortKey>> take_order(const Function& function, std::vector<const ast::Argument*>& arguments,
                                                   const Scope& scope);
    std::vector<SortKey> default_order(const Function& function, const Scope& scope, Span span) const;
    std::optional<std::vector<Expr>> check_arguments(const ast::Call& call,
                                                     const std::vector<const ast::Argument*>& arguments,
                                                     const Scope& scope);
    Fit fit(const Overload& overload, const std::vector<Expr>& arguments) const;
    Checked resolve_overload(const Function& function, const ast::Name& name, Span span, std::vector<Expr> arguments);
    Checked apply_overload(const Function& function, const Overload& overload, std::optional<Type> generic, Span span,
                           std::vector<Expr> arguments);
    bool check_ranges(const Function& function, std::vector<Expr>& arguments);
    void report_misfit(const Function& function, const ast::Name& name, const std::vector<Expr>& arguments);

    // functions with a form of their own (special_calls.cpp, object_calls.cpp)
    static std::vector<const ast::Argument*> pointers(const ast::Call& call);
    bool is_special(std::string_view function) const;
    Checked check_special(std::string_view function, const ast::Call& call, Span span, const Scope& scope);
    Checked check_case(const ast::Call& call, Span span, const Scope& scope);
    Checked check_in(const ast::Call& call, Span span, const Scope& scope);
    Checked check_make_object(const ast::Call& call, Span span, const Scope& scope);
    Checked check_make_fields(const ast::Call& call, Span span, const Scope& scope);
    bool check_pairs(const ast::Call& call, const std::vector<const ast::Argument*>& pairs, const Scope& scope,
                     std::vector<Expr>& operands);
    bool check_keep_nulls(const ast::Call& options, const Scope& scope, bool& keep_nulls);
    Checked check_sort_array(const ast::Call& call, Span span, const Scope& scope);
    Checked check_search(const ast::Call& call, Span span, const Scope& scope);
    Checked check_path_exists(const ast::Call& call, Span span, const Scope& scope);
    /// Appends the keys of order_by(…); false after reporting a mistake.
    bool add_order_by(const ast::Call& call, const Scope& scope, std::vector<SortKey>& order);
    Checked check_window(const ast::Call& call, Span span, const Scope& scope);
    Checked check_label(const ast::Call& call, Span span, const Scope& scope);
    // metrics (metric_calls.cpp)
    static bool is_metric_selector(std::string_view function);
    /// delta, delta_monotonic, rate, deriv: they become sums and differences.
    static bool is_change(std::string_view function);
    Checked check_selector(const ast::Call& call, Span span, const Scope& scope);
    Checked check_change(std::string_view function, Expr value, Span span, const Scope& scope);
    Checked check_prom_quantile(const ast::Call& call, Span span, Expr aggregate, const Scope& scope);
    Checked check_row_time(const ast::Call& call, Span span, const Scope& scope, bool is_end);

    const CheckInput& input_;
    source::Diagnostics& diagnostics_;
    std::vector<std::string> dataset_names_;
    std::string default_dataset_;
    Enricher enricher_;
    std::size_t search_nodes_ = 0;
};

}  // namespace domain::opal::check
