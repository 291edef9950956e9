#include "domain/opal/check/verb_context.hpp"

#include <algorithm>

#include "domain/base/limits.hpp"
#include "domain/opal/check/types.hpp"
#include "domain/opal/lex/characters.hpp"

namespace domain::opal::check {

bool VerbContext::check_argument_count(const std::vector<std::string_view>& parameters, std::size_t optional_count) {
    const std::size_t count = statement.arguments.size();
    if (count > parameters.size()) {
        const ast::Argument& extra = statement.arguments[parameters.size()];
        if (parameters.empty()) {
            error("too-many-arguments", extra.span(), "\"" + verb() + "\" takes no arguments");
        } else {
            error("too-many-arguments", extra.span(),
                  "\"" + verb() + "\" takes at most " + std::to_string(parameters.size()) +
                      (parameters.size() == 1 ? " argument" : " arguments") + ", got " + std::to_string(count),
                  verb() == "filter" ? "combine predicates with \"and\"" : "");
        }
        return false;
    }
    if (count + optional_count < parameters.size()) {
        error("missing-argument", statement.verb.span,
              "\"" + verb() + "\" parameter \"" + std::string(parameters[count]) + "\" has no matching argument");
        return false;
    }
    return true;
}

bool VerbContext::check_unnamed(const ast::Argument& argument) {
    if (!argument.name) return true;
    error("wrong-arguments", argument.name->span,
          "\"" + verb() + "\" has no named argument \"" + argument.name->text + "\"");
    return false;
}

const Column* VerbContext::column_argument(const ast::Expr& expr) {
    if (const auto* reference = std::get_if<ast::DatasetReference>(&expr.node);
        reference != nullptr && (!reference->dataset.empty() || !reference->column)) {
        expressions.check(expr, scope());
        return nullptr;
    }
    const std::string* name = plain_column(expr);
    if (name == nullptr) {
        error("wrong-arguments", expr.span, "\"" + verb() + "\" takes names of columns here");
        return nullptr;
    }
    return find_column(state, *name, expr.span, diagnostics());
}

const Link* VerbContext::link_argument(const ast::Link& wanted, Span span) {
    const auto found = std::find_if(state.links.begin(), state.links.end(),
                                    [&](const Link& link) { return link.label == wanted.label; });
    if (found != state.links.end()) return &*found;
    if (state.is_open) return nullptr;
    std::string known;
    for (const Link& link : state.links) known += (known.empty() ? "^\"" : ", ^\"") + link.label + "\"";
    error("unknown-link", span, "there is no link \"" + wanted.label + "\"",
          known.empty() ? "declare it with set_link" : "links are [" + known + "]");
    return nullptr;
}

bool VerbContext::reject_kind(DatasetKind kind, std::string_view hint) {
    if (state.is_open || state.kind != kind) return false;
    error("wrong-kind", statement.verb.span,
          "\"" + verb() + "\" does not support " + std::string(catalog::name(kind)) + " kind input" +
              (hint.empty() ? "" : ", " + std::string(hint)));
    return true;
}

void VerbContext::forget_lost_roles() {
    const auto is_lost = [&](ColumnId id) { return state.find(id) == nullptr; };
    if (std::any_of(state.primary_key.begin(), state.primary_key.end(), is_lost)) state.primary_key.clear();
    std::erase_if(state.grouping, is_lost);
    if (state.label && is_lost(*state.label)) state.label.reset();
    std::erase_if(state.candidate_keys, [&](const auto& key) { return std::any_of(key.begin(), key.end(), is_lost); });
    std::erase_if(state.links, [&](const Link& link) {
        return std::any_of(link.columns.begin(), link.columns.end(),
                           [&](const Link::Pair& pair) { return is_lost(pair.source); });
    });
    std::erase_if(state.interfaces, [&](const Interface& interface) {
        return std::any_of(interface.roles.begin(), interface.roles.end(),
                           [&](const Interface::Role& role) { return is_lost(role.column); });
    });
    if (state.find_interface("metric") == nullptr) state.metrics.clear();
}

std::string VerbContext::describe_time_column(const Column& column) const {
    return (state.valid_from == column.id ? "'valid from' column \"" : "'valid to' column \"") + column.name + "\"";
}

bool VerbContext::is_key_column(ColumnId id) const {
    return std::find(state.primary_key.begin(), state.primary_key.end(), id) != state.primary_key.end();
}

bool VerbContext::check_column_count(std::size_t count) {
    if (count <= base::limits::opal_columns_max) return true;
    error("too-many-columns", statement.verb.span,
          "the dataset would have " + std::to_string(count) + " columns, at most " +
              std::to_string(base::limits::opal_columns_max) + " are allowed");
    return false;
}

const std::string* plain_column(const ast::Expr& expr) {
    if (const auto* identifier = std::get_if<ast::Identifier>(&expr.node)) return &identifier->name;
    const auto* reference = std::get_if<ast::DatasetReference>(&expr.node);
    const bool is_plain = reference != nullptr && reference->dataset.empty() && reference->column;
    return is_plain ? &reference->column->text : nullptr;
}

const ast::Call* argument_call(const ast::Expr& expr, std::string_view function) {
    const auto* call = std::get_if<ast::Call>(&expr.node);
    const bool is_it = call != nullptr && ExpressionChecker::canonical_function(call->function.text) == function;
    return is_it ? call : nullptr;
}

std::string column_name(const ast::Argument& argument, std::string_view text,
                        const std::function<bool(const std::string&)>& is_taken) {
    if (argument.name) return argument.name->text;
    if (const std::string* column = plain_column(argument.value)) return *column;
    if (const auto* call = std::get_if<ast::Call>(&argument.value.node)) {
        const std::string_view name = ExpressionChecker::canonical_function(call->function.text);
        if (find_function(name, FunctionKind::kAggregate) != nullptr) return call->function.text;
    }
    std::string name;
    for (const char c : text) {
        if (lex::is_word(c)) {
            name += c;
        } else if (!name.empty() && name.back() != '_') {
            name += '_';
        }
    }
    while (name.ends_with('_')) name.pop_back();
    constexpr std::size_t kNameBytesMax = 100;
    if (name.size() > kNameBytesMax) name.resize(kNameBytesMax);
    if (name.empty()) name = "column";
    std::string unique = name;
    for (int i = 2; is_taken(unique); ++i) {
        unique = name + "_" + std::to_string(i);
    }
    return unique;
}

}  // namespace domain::opal::check
