#include "domain/opal/check/verbs/filter.hpp"

namespace domain::opal::check {

void check_filter(VerbContext& context) {
    if (!context.check_argument_count({"predicate"}) || !context.check_unnamed(context.statement.arguments[0])) return;
    const ast::Expr& predicate = context.statement.arguments[0].value;
    auto checked = context.expressions.check_typed(predicate, context.row_scope(), Type::kBool, context.verb(), 1, "predicate");
    if (checked) context.emit(Filter{std::move(*checked)});
}

}  // namespace domain::opal::check
