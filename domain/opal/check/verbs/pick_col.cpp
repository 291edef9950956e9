#include "domain/opal/check/verbs/pick_col.hpp"

#include <algorithm>
#include <set>

namespace domain::opal::check {
namespace {

/// Reports time and key columns that are not among the picked ones.
void require_roles(VerbContext& context, const std::vector<Column>& picked) {
    const auto require = [&](ColumnId id, const std::string& description) {
        const bool is_picked = std::any_of(picked.begin(), picked.end(), [&](const Column& c) { return c.id == id; });
        if (!is_picked) context.error("missing-role", context.statement.verb.span, "need to pick " + description);
    };
    const DatasetState& state = context.state;
    for (const auto& id : {state.valid_from, state.valid_to}) {
        const Column* column = id ? state.find(*id) : nullptr;
        if (column != nullptr) require(*id, context.describe_time_column(*column));
    }
    if (state.kind != DatasetKind::kResource) return;
    for (const ColumnId id : state.primary_key) {
        const Column* column = state.find(id);
        if (column != nullptr) require(id, "primary key column \"" + column->name + "\"");
    }
}

}  // namespace

void check_pick_col(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    if (arguments.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"column\" has no matching argument");
        return;
    }
    MakeColumns made;
    std::vector<Column> picked;
    std::set<std::string> taken;
    std::set<ColumnId> passed_on;
    bool is_complete = true;
    for (const ast::Argument& argument : arguments) {
        const std::string name = column_name(argument, context.expressions.text(argument.value.span),
                                             [&](const std::string& candidate) { return taken.contains(candidate); });
        const Span name_span = argument.name ? argument.name->span : argument.value.span;
        auto value = context.expressions.check(argument.value, context.row_scope());
        is_complete = is_complete && value.has_value();
        if (!taken.insert(name).second) {
            context.error("duplicate-name", name_span,
                          "\"" + context.verb() + "\" cannot create column \"" + name + "\" more than once");
            continue;
        }
        const auto* reference = value ? std::get_if<ColumnRef>(&value->node) : nullptr;
        const Column* source = reference != nullptr ? context.state.find(reference->column) : nullptr;
        // A column under another name is still shown and searched as before.
        Column column = source != nullptr ? *source : Column{};
        column.name = name;
        column.is_broken = !value.has_value();
        if (value) column.type = value->type;
        // A bare column stays what it is, so that its roles follow; only its copies are new columns.
        if (reference != nullptr && passed_on.insert(reference->column).second) {
            column.id = reference->column;
        } else {
            column.id = context.ids.next();
            if (value) made.bindings.push_back({column.id, std::move(*value)});
        }
        picked.push_back(std::move(column));
    }
    if (!context.check_column_count(picked.size())) return context.give_up();
    // After an error a role may have been lost with it.
    if (is_complete && !context.state.is_open) require_roles(context, picked);
    if (!made.bindings.empty()) {
        // The new columns exist from here on, although only Project shows them.
        context.emit(std::move(made));
    }
    context.state.columns = std::move(picked);
    context.forget_lost_roles();
    context.emit(Project{});
}

}  // namespace domain::opal::check
