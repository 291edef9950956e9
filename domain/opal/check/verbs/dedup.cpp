#include "domain/opal/check/verbs/dedup.hpp"

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

void check_dedup(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    if (!arguments.empty() && !context.state.is_open && context.state.kind == DatasetKind::kResource) {
        context.error("wrong-kind", arguments.front().span(),
                      "\"" + context.verb() + "\" with arguments does not support Resource kind input",
                      "write " + context.verb() + " alone");
        return;
    }
    Dedup node;
    const auto add_column = [&](const Column& column) {
        for (const Expr& key : node.keys) {
            const auto* reference = std::get_if<ColumnRef>(&key.node);
            if (reference != nullptr && reference->column == column.id) return;
        }
        if (!column.is_broken) node.keys.push_back(make_column(context.statement.span, column));
    };
    bool is_ok = true;
    for (const ast::Argument& argument : arguments) {
        auto key = context.check_unnamed(argument) ? context.expressions.check(argument.value, context.scope())
                                                   : std::nullopt;
        is_ok = is_ok && key.has_value();
        if (key) node.keys.push_back(std::move(*key));
    }
    if (!is_ok) return;
    if (arguments.empty()) {
        for (const Column& column : context.state.columns) add_column(column);
    }
    for (const auto& id : {context.state.valid_from, context.state.valid_to}) {
        const Column* column = id ? context.state.find(*id) : nullptr;
        if (column != nullptr) add_column(*column);
    }
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
