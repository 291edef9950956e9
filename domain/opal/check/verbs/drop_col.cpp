#include "domain/opal/check/verbs/drop_col.hpp"

#include <algorithm>

namespace domain::opal::check {

void check_drop_col(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    if (arguments.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"column\" has no matching argument");
        return;
    }
    std::vector<ColumnId> dropped;
    for (const ast::Argument& argument : arguments) {
        if (!context.check_unnamed(argument)) continue;
        const Column* column = context.column_argument(argument.value);
        if (column == nullptr) continue;
        if (context.is_time_column(column->id)) {
            context.error("protected-column", argument.value.span, "cannot drop " + context.describe_time_column(*column),
                          "use make_table to remove time");
        } else if (context.state.kind == DatasetKind::kResource && context.is_key_column(column->id)) {
            context.error("protected-column", argument.value.span,
                          "cannot drop primary key column \"" + column->name + "\" of a Resource");
        } else {
            dropped.push_back(column->id);
        }
    }
    std::vector<Column> kept;
    for (const Column& column : context.state.columns) {
        if (std::find(dropped.begin(), dropped.end(), column.id) == dropped.end()) kept.push_back(column);
    }
    if (kept.empty() && !context.state.is_open) {
        context.error("no-columns", context.statement.verb.span, "\"" + context.verb() + "\" would leave no columns");
        return;
    }
    context.state.columns = std::move(kept);
    context.forget_lost_roles();
    context.emit(Project{});
}

}  // namespace domain::opal::check
