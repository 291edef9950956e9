#include "domain/opal/check/scope.hpp"

#include <algorithm>
#include <string_view>

#include "domain/opal/check/types.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {

std::string column_list(const DatasetState& state) {
    constexpr std::size_t kShownMax = 60;
    std::string result = "[";
    for (std::size_t i = 0; i < state.columns.size(); ++i) {
        if (i > 0) result += ", ";
        if (i == kShownMax) {
            result += "…";
            break;
        }
        result += state.columns[i].name;
    }
    return result + "]";
}

const Column* find_column(const DatasetState& state, const std::string& name, Span span,
                          source::Diagnostics& diagnostics, std::span<const ast::Argument> later_bindings,
                          const std::string& dataset) {
    const Column* column = state.find(name);
    if (column != nullptr || state.is_open) return column;
    if (diagnostics.is_full()) {
        diagnostics.error("unknown-column", span, {});
        return nullptr;
    }
    std::string hint;
    const bool comes_later = std::any_of(later_bindings.begin(), later_bindings.end(),
                                         [&](const ast::Argument& a) { return a.name && a.name->text == name; });
    if (comes_later) {
        hint = "bindings are evaluated from left to right";
    } else {
        std::vector<std::string_view> names;
        for (const Column& candidate : state.columns) names.push_back(candidate.name);
        hint = source::did_you_mean(name, names);
    }
    diagnostics.error("unknown-column", span,
                      "the field \"" + name + "\" does not exist among fields " + column_list(state) +
                        (dataset.empty() ? "" : " of @" + dataset),
                    hint);
    return nullptr;
}

std::optional<Expr> resolve_column(const Scope& scope, const std::string& name, Span span,
                                   source::Diagnostics& diagnostics) {
    if (scope.allows_aggregates()) {
        for (const GroupKey& key : *scope.keys) {
            const Column* source = scope.state.find(key.column);
            if (key.name != name && (source == nullptr || source->name != name)) continue;
            if (key.is_broken) return std::nullopt;
            return Expr{.span = span, .type = key.type, .node = ColumnRef{key.column}, .operands = {}};
        }
    }
    const Column* column = find_column(scope.state, name, span, diagnostics, scope.later_bindings);
    if (column == nullptr || column->is_broken) return std::nullopt;
    if (scope.allows_aggregates()) {
        diagnostics.error("not-aggregated", span,
                          "\"" + scope.verb + "\": column \"" + name + "\" is neither an aggregate nor part of group_by",
                          "write any(" + name + "), or add it to group_by");
        return std::nullopt;
    }
    return make_column(span, *column);
}

}  // namespace domain::opal::check
