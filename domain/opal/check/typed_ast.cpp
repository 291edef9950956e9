#include "domain/opal/check/typed_ast.hpp"

#include <algorithm>

namespace domain::opal::check {

const Column* DatasetState::find(std::string_view name) const {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.name == name; });
    return found == columns.end() ? nullptr : &*found;
}

const Column* DatasetState::find(ColumnId id) const {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& c) { return c.id == id; });
    return found == columns.end() ? nullptr : &*found;
}

DatasetState dataset_state(const catalog::Schema& schema, ColumnIds& ids) {
    DatasetState state;
    state.kind = schema.kind;
    for (const catalog::Column& column : schema.columns) {
        state.columns.push_back({.id = ids.next(), .name = column.name, .type = column.type});
    }
    const auto id_of = [&](const std::optional<std::string>& name) -> std::optional<ColumnId> {
        const Column* column = name ? state.find(*name) : nullptr;
        return column != nullptr ? std::optional(column->id) : std::nullopt;
    };
    state.valid_from = id_of(schema.valid_from);
    state.valid_to = id_of(schema.valid_to);
    state.label = id_of(schema.label);
    for (const std::string& key : schema.primary_key) {
        if (const auto id = id_of(key)) state.primary_key.push_back(*id);
    }
    return state;
}

catalog::Schema to_schema(const DatasetState& state) {
    catalog::Schema schema;
    schema.kind = state.kind;
    for (const Column& column : state.columns) schema.columns.push_back({column.name, column.type});
    const auto name_of = [&](const std::optional<ColumnId>& id) -> std::optional<std::string> {
        const Column* column = id ? state.find(*id) : nullptr;
        return column != nullptr ? std::optional(column->name) : std::nullopt;
    };
    schema.valid_from = name_of(state.valid_from);
    schema.valid_to = name_of(state.valid_to);
    schema.label = name_of(state.label);
    for (const ColumnId key : state.primary_key) {
        if (const auto name = name_of(key)) schema.primary_key.push_back(*name);
    }
    return schema;
}

}  // namespace domain::opal::check
