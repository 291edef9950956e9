#include "domain/opal/check/verbs/flatten.hpp"

#include <algorithm>

#include "domain/opal/check/types.hpp"
#include "domain/opal/lex/characters.hpp"

namespace domain::opal::check {
namespace {

Flatten::Mode mode_of(const std::string& verb) {
    if (verb == "flatten_leaves") return Flatten::Mode::kLeaves;
    if (verb == "flatten_single") return Flatten::Mode::kSingle;
    return verb == "flatten" ? Flatten::Mode::kNodes : Flatten::Mode::kAll;
}

}  // namespace

void check_flatten(VerbContext& context) {
    if (!context.check_argument_count({"column", "suggesttypes"}, 1)) return context.give_up();
    const auto& arguments = context.statement.arguments;
    for (const ast::Argument& argument : arguments) {
        if (!context.check_unnamed(argument)) return context.give_up();
    }
    const Column* found = context.column_argument(arguments.front().value);
    if (found == nullptr || found->is_broken) return context.give_up();
    const Column source = *found;
    if (!contains(kJsonTypes, source.type)) {
        context.error("wrong-type", arguments.front().value.span,
                      "\"" + context.verb() + "\" argument 1 (\"column\") must be of type " + describe(kJsonTypes) +
                          ", but is currently of type " + std::string(catalog::name(source.type)),
                      source.type == Type::kString ? "make a column of parse_json(" + source.name + ") first" : "");
        return context.give_up();
    }
    if (context.is_time_column(source.id) ||
        (context.state.kind == DatasetKind::kResource && context.is_key_column(source.id))) {
        context.error("protected-column", arguments.front().value.span, "cannot flatten key column \"" + source.name + "\"");
        return context.give_up();
    }
    bool suggests_types = false;
    if (arguments.size() > 1) {
        const auto flag = context.expressions.check_constant(arguments[1].value, context.scope(), Type::kBool,
                                                             context.verb(), 2, "suggesttypes");
        if (!flag) return context.give_up();
        suggests_types = *constant<bool>(*flag);
    }
    std::string prefix = "_c_";
    for (const char c : source.name) prefix += lex::is_word(c) ? c : '_';
    Flatten node{.mode = mode_of(context.statement.canonical_verb), .source = source.id, .path = context.ids.next(),
                 .value = context.ids.next(), .type = {}};
    std::vector<Column> made;
    made.push_back({.id = node.path, .name = prefix + "_path", .type = Type::kString});
    made.push_back({.id = node.value, .name = prefix + "_value", .type = Type::kVariant});
    if (suggests_types) {
        node.type = context.ids.next();
        made.push_back({.id = *node.type, .name = prefix + "_type", .type = Type::kString});
    }
    std::erase_if(context.state.columns, [&](const Column& column) {
        return column.id == source.id ||
               std::any_of(made.begin(), made.end(), [&](const Column& each) { return each.name == column.name; });
    });
    for (Column& column : made) context.state.columns.push_back(std::move(column));
    // One row became several: only a Resource keeps the promise of its key.
    if (context.state.kind != DatasetKind::kResource) context.state.primary_key.clear();
    context.state.candidate_keys.clear();
    context.forget_lost_roles();
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
