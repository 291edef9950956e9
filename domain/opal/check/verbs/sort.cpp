#include "domain/opal/check/verbs/sort.hpp"

namespace domain::opal::check {

void check_sort(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    if (arguments.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"ordering\" has no matching argument");
        return;
    }
    MakeColumns hidden;
    std::vector<OrderKey> keys;
    for (const ast::Argument& argument : arguments) {
        if (!context.check_unnamed(argument)) continue;
        auto key = context.expressions.check_sort_key(argument.value, context.row_scope());
        if (!key) continue;
        ColumnId id;
        if (const auto* reference = std::get_if<ColumnRef>(&key->value.node)) {
            id = reference->column;
        } else {
            id = context.ids.next();
            hidden.bindings.push_back({id, std::move(key->value)});
        }
        keys.push_back({id, key->is_descending, key->nulls_first});
    }
    if (!hidden.bindings.empty()) context.emit(std::move(hidden));
    context.state.order = keys;
    context.emit(Sort{std::move(keys)});
}

}  // namespace domain::opal::check
