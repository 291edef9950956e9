#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/opal/check/verb_context.hpp"

/// What the verbs share that read another dataset.
namespace domain::opal::check {

/// A dataset as it is read by a statement: every column gets a fresh id.
Import import_dataset(const PipelineSource& source, const DatasetState& state, ColumnIds& ids);

/// The first `@name` or `@name.column` in the arguments that does not mean the default input, or nullptr.
const ast::DatasetReference* find_other(const std::vector<const ast::Expr*>& expressions, const VerbContext& context,
                                        Span* span);

/// A boolean expression over both datasets; reports anything else.
std::optional<Expr> check_predicate(VerbContext& context, const ast::Expr& expr, const Scope& scope);

/// The same for a predicate that pairs rows; reports functions that give another value at each call, too.
std::optional<Expr> check_join_predicate(VerbContext& context, const ast::Expr& expr, const Scope& scope);

/// The conjunction of several predicates, of which there is at least one.
Expr conjunction(Span span, std::vector<Expr> predicates);

/// Whether the equalities of the predicate fix every column of one of the keys of the other dataset.
bool covers_key(const Expr& predicate, const DatasetState& other);
/// The columns of the other dataset that equalities of the predicate fix.
std::vector<ColumnId> equated_columns(const Expr& predicate, const DatasetState& other);

}  // namespace domain::opal::check
