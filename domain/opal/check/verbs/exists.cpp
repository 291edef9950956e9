#include "domain/opal/check/verbs/exists.hpp"

#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/time_frame.hpp"

namespace domain::opal::check {
namespace {

struct Parts {
    Import other;
    Expr predicate;
    std::optional<Frame> frame;
};

/// `[frame(…)]?, [predicate]+` about one other dataset.
std::optional<Parts> check_parts(VerbContext& context) {
    std::vector<const ast::Expr*> predicates;
    const ast::Call* frame = nullptr;
    bool is_ok = true;
    for (const ast::Argument& argument : context.statement.arguments) {
        if (!context.check_unnamed(argument)) is_ok = false;
        else if (const ast::Call* call = frame_call(argument.value)) frame = call;
        else predicates.push_back(&argument.value);
    }
    if (predicates.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"predicate\" has no matching argument");
        return std::nullopt;
    }
    Span span;
    const ast::DatasetReference* reference = find_other(predicates, context, &span);
    if (reference == nullptr) {
        context.error("wrong-arguments", predicates.front()->span,
                      "\"" + context.verb() + "\" needs a condition on another dataset",
                      "compare a column with @other.column");
        return std::nullopt;
    }
    if (reference->column) span.end = reference->column->span.begin - 1;
    auto imported = context.import(reference->dataset, span);
    if (!imported) return std::nullopt;
    Parts parts{std::move(*imported), {}, {}};
    const OtherDataset other{reference->dataset, parts.other.state};
    Scope scope = context.scope();
    scope.other = &other;
    std::vector<Expr> checked;
    for (const ast::Expr* expr : predicates) {
        auto predicate = check_join_predicate(context, *expr, scope);
        is_ok = is_ok && predicate.has_value();
        if (predicate) checked.push_back(std::move(*predicate));
    }
    if (frame != nullptr) {
        parts.frame = check_frame(context.expressions, context.scope(), *frame, context.verb());
        is_ok = is_ok && parts.frame.has_value();
    }
    if (!is_ok) return std::nullopt;
    parts.predicate = conjunction(predicates.front()->span, std::move(checked));
    return parts;
}

}  // namespace

void check_exists(VerbContext& context) {
    auto parts = check_parts(context);
    if (!parts) return;
    const bool is_negated = context.statement.canonical_verb == "not_exists";
    context.emit(Exists{std::move(parts->other), std::move(parts->predicate), parts->frame, is_negated});
}

void check_follow(VerbContext& context) {
    auto parts = check_parts(context);
    if (!parts) return context.give_up();
    const bool is_negated = context.statement.canonical_verb == "follow_not";
    context.state = parts->other.state;
    context.emit(Follow{std::move(parts->other), std::move(parts->predicate), parts->frame, is_negated});
}

}  // namespace domain::opal::check
