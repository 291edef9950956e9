#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// What a verb gets to work with: its arguments, the state of the dataset before it, and a place for typed statements.
/// A verb changes `state` and then calls emit(), perhaps several times; after an error it reports and calls give_up(), or
/// goes on with what it understood.
class VerbContext {
public:
    /// Finds the dataset that `@name` means (empty: the default input), or reports that there is none.
    using Importer = std::function<std::optional<Import>(const std::string& name, Span span)>;

    VerbContext(const ast::Statement& ast_statement, DatasetState& dataset_state, std::vector<Statement>& statements,
                ExpressionChecker& expression_checker, ColumnIds& column_ids, const Importer& importer)
        : statement(ast_statement), state(dataset_state), expressions(expression_checker), ids(column_ids),
          import(importer), statements_(statements) {}

    const ast::Statement& statement;
    DatasetState& state;
    ExpressionChecker& expressions;
    ColumnIds& ids;
    const Importer& import;

    /// The verb as it was written, for messages.
    const std::string& verb() const { return statement.verb.text; }
    source::Diagnostics& diagnostics() { return expressions.diagnostics(); }
    void error(std::string_view code, Span span, std::string message, std::string hint = {}) {
        diagnostics().error(code, span, std::move(message), std::move(hint));
    }

    /// Adds a typed statement with the present state as its output.
    void emit(decltype(Statement::node) node) { statements_.push_back({statement.span, std::move(node), state}); }

    /// The columns after this statement are not known: later ones must not complain about them.
    void give_up() { state.is_open = true; }

    /// Plain scope of the present state.
    Scope scope() const {
        return {.state = state, .keys = nullptr, .verb = statement.verb.text, .in_aggregate = false, .later_bindings = {}};
    }
    /// The same where window() is legal.
    Scope row_scope() const {
        Scope scope = this->scope();
        scope.allows_windows = true;
        return scope;
    }

    /// Reports fewer arguments than `parameters`, or more than that many.
    bool check_argument_count(const std::vector<std::string_view>& parameters, std::size_t optional_count = 0);
    /// Reports an argument with a name, which most verbs do not take.
    bool check_unnamed(const ast::Argument& argument);
    /// A column of the input named by an argument: `name`, `@.name`. Reports anything else.
    const Column* column_argument(const ast::Expr& expr);
    /// The link with that label, or nullptr after reporting that there is none.
    const Link* link_argument(const ast::Link& wanted, Span span);
    /// Reports when the kind of the input does not suit the verb.
    bool reject_kind(DatasetKind kind, std::string_view hint = {});

    /// Takes roles away from columns that have left the dataset: keys, label, grouping, links, interfaces.
    void forget_lost_roles();
    bool is_time_column(ColumnId id) const { return state.valid_from == id || state.valid_to == id; }
    /// `'valid from' column "timestamp"`.
    std::string describe_time_column(const Column& column) const;
    bool is_key_column(ColumnId id) const;
    /// Reports more columns than opal_columns_max.
    bool check_column_count(std::size_t count);

private:
    std::vector<Statement>& statements_;
};

/// The plain name of a column reference (`a`, `@.a`), or nothing.
const std::string* plain_column(const ast::Expr& expr);

/// The call of an argument function such as `group_by(…)` (aliases resolved), or nullptr.
const ast::Call* argument_call(const ast::Expr& expr, std::string_view function);

/// The name of the column that an argument makes: its own, that of a bare column, that of an aggregate, or one made from
/// the text, with a number where that is taken.
std::string column_name(const ast::Argument& argument, std::string_view text,
                        const std::function<bool(const std::string&)>& is_taken);

}  // namespace domain::opal::check
