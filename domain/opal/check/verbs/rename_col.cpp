#include "domain/opal/check/verbs/rename_col.hpp"

#include <map>
#include <set>

namespace domain::opal::check {
namespace {

using Renames = std::map<ColumnId, ast::Name>;

/// The new name of each renamed column.
Renames check_pairs(VerbContext& context) {
    Renames renames;
    std::set<std::string> targets;
    for (const ast::Argument& argument : context.statement.arguments) {
        if (!argument.name) {
            context.error("wrong-arguments", argument.value.span,
                          "\"" + context.verb() + "\" needs pairs new:old, the new name first");
            continue;
        }
        const Column* column = context.column_argument(argument.value);
        if (!targets.insert(argument.name->text).second) {
            context.error("duplicate-name", argument.name->span,
                          "\"" + context.verb() + "\" cannot create column \"" + argument.name->text + "\" more than once");
        } else if (column != nullptr && !renames.emplace(column->id, *argument.name).second) {
            context.error("duplicate-name", argument.value.span,
                          "\"" + context.verb() + "\" cannot rename column \"" + column->name + "\" more than once");
        }
    }
    return renames;
}

/// Whether a column that loses its name to another one may vanish.
bool may_vanish(VerbContext& context, const Column& column, Span span) {
    const bool is_time = context.is_time_column(column.id);
    const bool is_key = context.state.kind == DatasetKind::kResource && context.is_key_column(column.id);
    if (!is_time && !is_key) return true;
    context.error("protected-column", span,
                  "cannot overwrite " + (is_time ? context.describe_time_column(column)
                                                 : "primary key column \"" + column.name + "\" of a Resource"));
    return false;
}

}  // namespace

void check_rename_col(VerbContext& context) {
    if (context.statement.arguments.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"new:old\" has no matching argument");
        return;
    }
    const Renames renames = check_pairs(context);
    std::map<std::string, Span> new_names;
    for (const auto& [id, name] : renames) new_names.emplace(name.text, name.span);

    std::vector<Column> columns;
    for (const Column& column : context.state.columns) {
        const auto rename = renames.find(column.id);
        if (rename != renames.end()) {
            columns.push_back(column);
            columns.back().name = rename->second.text;
            continue;
        }
        const auto taken = new_names.find(column.name);
        if (taken == new_names.end() || !may_vanish(context, column, taken->second)) columns.push_back(column);
    }
    context.state.columns = std::move(columns);
    context.forget_lost_roles();
    context.emit(Project{});
}

}  // namespace domain::opal::check
