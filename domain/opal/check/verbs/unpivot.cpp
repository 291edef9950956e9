#include "domain/opal/check/verbs/unpivot.hpp"

#include <algorithm>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

const std::string* text_of(const ast::Argument& argument) {
    const auto* literal = argument.name ? nullptr : std::get_if<ast::Literal>(&argument.value.node);
    return literal == nullptr ? nullptr : std::get_if<std::string>(&literal->value);
}

}  // namespace

void check_unpivot(VerbContext& context) {
    if (context.reject_kind(DatasetKind::kResource, "use make_event or make_table first")) return context.give_up();
    const auto& arguments = context.statement.arguments;
    std::string name = "name", value = "value";
    std::size_t first = 0;
    while (first < arguments.size() && text_of(arguments[first]) != nullptr) ++first;
    if (first != 0 && first != 2) {
        context.error("wrong-arguments", arguments.front().span(),
                      "\"" + context.verb() + "\" takes both names, of the name column and of the value column, or none");
        return context.give_up();
    }
    if (first == 2) {
        name = *text_of(arguments[0]);
        value = *text_of(arguments[1]);
    }
    if (arguments.size() == first) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"column\" has no matching argument");
        return context.give_up();
    }
    Unpivot node;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        if (!context.check_unnamed(arguments[i])) return context.give_up();
        const Column* column = context.column_argument(arguments[i].value);
        if (column == nullptr || column->is_broken) return context.give_up();
        if (context.is_time_column(column->id)) {
            context.error("protected-column", arguments[i].value.span, "cannot unpivot " + context.describe_time_column(*column));
            return context.give_up();
        }
        node.sources.push_back(*column);
    }
    const auto is_source = [&](const Column& column) {
        return std::any_of(node.sources.begin(), node.sources.end(), [&](const Column& s) { return s.id == column.id; });
    };
    for (const std::string& made : {name, value}) {
        const Column* old = context.state.find(made);
        if ((old != nullptr && !is_source(*old)) || name == value) {
            context.error("overwritten-column", first == 2 ? arguments[0].span() : context.statement.verb.span,
                          "attempting to overwrite existing column \"" + made + "\"",
                          "name both columns: unpivot \"stat\", \"v\", …");
            return context.give_up();
        }
    }
    node.type = node.sources.front().type;
    for (const Column& source : node.sources) {
        if (source.type != node.type) node.type = Type::kVariant;
    }
    node.name = context.ids.next();
    node.value = context.ids.next();
    auto& columns = context.state.columns;
    const auto place = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.id == node.sources.front().id; });
    const auto index = place - columns.begin();
    columns.insert(columns.begin() + index, {.id = node.value, .name = value, .type = node.type});
    columns.insert(columns.begin() + index, {.id = node.name, .name = name, .type = Type::kString});
    std::erase_if(columns, is_source);
    context.state.primary_key.clear();
    context.state.candidate_keys.clear();
    context.state.grouping.clear();
    context.forget_lost_roles();
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
