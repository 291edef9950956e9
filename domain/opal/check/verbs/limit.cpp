#include "domain/opal/check/verbs/limit.hpp"

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

void check_limit(VerbContext& context) {
    if (context.reject_kind(DatasetKind::kResource, "use \"topk\" instead")) return;
    if (!context.check_argument_count({"count"}) || !context.check_unnamed(context.statement.arguments[0])) return;
    const ast::Expr& argument = context.statement.arguments[0].value;
    const auto checked =
        context.expressions.check_constant(argument, context.scope(), Type::kInt64, context.verb(), 1, "count");
    if (!checked) return;
    const std::int64_t count = *constant<std::int64_t>(*checked);
    if (count < 0) {
        context.error("out-of-range", argument.span,
                      "\"" + context.verb() + "\" argument 1 (\"count\") must not be negative");
        return;
    }
    context.emit(Limit{count});
}

}  // namespace domain::opal::check
