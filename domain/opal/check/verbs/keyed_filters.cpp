#include "domain/opal/check/verbs/keyed_filters.hpp"

#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

/// `aggregate(condition)` over the rows of the primary key.
Expr over_key(VerbContext& context, std::string_view aggregate, Expr condition) {
    const Span span = condition.span;
    WindowCall window;
    window.function = aggregate;
    for (const ColumnId id : context.state.primary_key) {
        if (const Column* column = context.state.find(id)) window.partition_by.push_back(make_column(span, *column));
    }
    Expr expr{.span = span, .type = condition.type, .node = std::move(window), .operands = {}};
    expr.operands.push_back(std::move(condition));
    return expr;
}

/// 1 where the predicate is true, 0 where it is false or null.
Expr as_number(Expr predicate) {
    const Span span = predicate.span;
    std::vector<Expr> operands;
    operands.push_back(std::move(predicate));
    operands.push_back(make_literal(span, Type::kInt64, std::int64_t{1}));
    operands.push_back(make_literal(span, Type::kInt64, std::int64_t{0}));
    return make_call(span, Type::kInt64, "if", std::move(operands));
}

Expr equals(Expr value, std::int64_t number) {
    const Span span = value.span;
    return make_binary(span, Type::kBool, "op.eq", std::move(value), make_literal(span, Type::kInt64, number));
}

SortKey by_time(VerbContext& context, Span span) {
    SortKey key;
    key.value = make_column(span, *context.state.find(*context.state.valid_from));
    return key;
}

bool has_key(VerbContext& context) {
    if (!context.state.primary_key.empty() || context.state.is_open) return !context.state.primary_key.empty();
    context.error("wrong-kind", context.statement.verb.span,
                  "\"" + context.verb() + "\" needs a Resource dataset or a dataset with a primary key",
                  "declare one with set_primary_key");
    return false;
}

/// Keeps the rows whose key has `wanted` as the least or greatest of the predicate's numbers.
void filter_by_key(VerbContext& context, std::string_view aggregate, std::int64_t wanted) {
    const ast::Expr* predicate_text = nullptr;
    const ast::Call* frame_text = nullptr;
    for (const ast::Argument& argument : context.statement.arguments) {
        if (!context.check_unnamed(argument)) return;
        if (const ast::Call* frame = frame_call(argument.value)) {
            frame_text = frame;
        } else if (predicate_text == nullptr) {
            predicate_text = &argument.value;
        } else {
            return context.error("too-many-arguments", argument.value.span,
                                 "\"" + context.verb() + "\" takes one predicate and frame(...)", "combine predicates with \"and\"");
        }
    }
    if (predicate_text == nullptr) {
        return context.error("missing-argument", context.statement.verb.span,
                             "\"" + context.verb() + "\" parameter \"predicate\" has no matching argument");
    }
    const bool keyed = has_key(context);
    auto predicate = check_predicate(context, *predicate_text, context.scope());
    if (!predicate || !keyed) return;
    Expr group = over_key(context, aggregate, as_number(std::move(*predicate)));
    if (frame_text != nullptr) {
        const auto frame = check_frame(context.expressions, context.scope(), *frame_text, context.verb());
        if (!frame) return;
        if (!context.state.valid_from) {
            return context.error("wrong-kind", frame_text->function.span, "frame(...) needs a dataset with times");
        }
        auto& window = std::get<WindowCall>(group.node);
        window.order_by.push_back(by_time(context, predicate_text->span));
        window.frame = WindowFrame{WindowFrame::Unit::kTime, frame->back_ns, frame->ahead_ns};
    }
    // A column first: frames look around, which a filter does not.
    const ColumnId column = context.ids.next();
    Expr value{.span = group.span, .type = Type::kInt64, .node = ColumnRef{column}, .operands = {}};
    MakeColumns made;
    made.bindings.push_back({column, std::move(group)});
    context.emit(std::move(made));
    context.emit(Filter{equals(std::move(value), wanted)});
}

}  // namespace

void check_ever(VerbContext& context) { filter_by_key(context, "max", 1); }
void check_always(VerbContext& context) { filter_by_key(context, "min", 1); }
void check_never(VerbContext& context) { filter_by_key(context, "max", 0); }

void check_filter_last(VerbContext& context) {
    if (!context.check_argument_count({"predicate"})) return;
    const ast::Argument& argument = context.statement.arguments.front();
    if (!context.check_unnamed(argument)) return;
    auto predicate = check_predicate(context, argument.value, context.scope());
    if (!predicate) return;
    if (context.state.kind != DatasetKind::kResource || context.state.primary_key.empty()) {
        return context.emit(Filter{std::move(*predicate)});
    }
    const Span span = argument.value.span;
    Expr last = over_key(context, "last", as_number(std::move(*predicate)));
    std::get<WindowCall>(last.node).order_by.push_back(by_time(context, span));
    context.emit(Filter{equals(std::move(last), 1)});
}

}  // namespace domain::opal::check
