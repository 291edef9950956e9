#include "domain/opal/check/verbs/make_col.hpp"

#include <algorithm>
#include <span>

namespace domain::opal::check {
namespace {

/// Puts a column in the place of the one with its name, or at the end.
void place(DatasetState& state, Column column) {
    const auto old = std::find_if(state.columns.begin(), state.columns.end(),
                                  [&](const Column& c) { return c.name == column.name; });
    if (old == state.columns.end()) {
        state.columns.push_back(std::move(column));
    } else {
        column.is_searchable = old->is_searchable;
        *old = std::move(column);
    }
}

bool may_replace(VerbContext& context, const std::string& name, Span span) {
    const Column* old = context.state.find(name);
    if (old == nullptr) return true;
    if (context.is_time_column(old->id)) {
        context.error("protected-column", span, "cannot overwrite " + context.describe_time_column(*old),
                      "give the new column another name");
        return false;
    }
    if (context.state.kind == DatasetKind::kResource && context.is_key_column(old->id)) {
        context.error("protected-column", span, "cannot overwrite primary key column \"" + name + "\" of a Resource",
                      "give the new column another name");
        return false;
    }
    return true;
}

}  // namespace

void check_make_col(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    if (arguments.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"name:expression\" has no matching argument");
        return;
    }
    MakeColumns node;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ast::Argument& argument = arguments[i];
        Scope scope = context.row_scope();
        scope.later_bindings = std::span(arguments).subspan(i);
        const std::string name =
            column_name(argument, context.expressions.text(argument.value.span),
                        [&](const std::string& candidate) { return context.state.find(candidate) != nullptr; });
        auto value = context.expressions.check(argument.value, scope);
        if (!may_replace(context, name, argument.name ? argument.name->span : argument.value.span)) continue;

        Column column{.id = context.ids.next(), .name = name, .is_broken = !value.has_value()};
        if (value) {
            column.type = value->type;
            node.bindings.push_back({column.id, std::move(*value)});
        }
        place(context.state, std::move(column));
        if (!context.check_column_count(context.state.columns.size())) return context.give_up();
    }
    context.forget_lost_roles();
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
