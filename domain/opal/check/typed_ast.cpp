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

const Interface* DatasetState::find_interface(std::string_view wanted) const {
    const auto found = std::find_if(interfaces.begin(), interfaces.end(),
                                    [&](const Interface& interface) { return interface.name == wanted; });
    return found == interfaces.end() ? nullptr : &*found;
}

std::optional<ColumnId> Interface::find(std::string_view role) const {
    const auto found = std::find_if(roles.begin(), roles.end(), [&](const Role& each) { return each.name == role; });
    return found == roles.end() ? std::nullopt : std::optional(found->column);
}

DatasetState dataset_state(const catalog::Schema& schema, ColumnIds& ids) {
    DatasetState state;
    state.kind = schema.kind;
    for (const catalog::Column& column : schema.columns) {
        state.columns.push_back({.id = ids.next(),
                                 .name = column.name,
                                 .type = column.type,
                                 .is_searchable = column.is_searchable,
                                 .is_visible = column.is_visible,
                                 .is_enum = column.is_enum,
                                 .is_immutable = column.is_immutable});
    }
    const auto id_of = [&](const std::optional<std::string>& name) -> std::optional<ColumnId> {
        const Column* column = name ? state.find(*name) : nullptr;
        return column != nullptr ? std::optional(column->id) : std::nullopt;
    };
    state.valid_from = id_of(schema.valid_from);
    state.valid_to = id_of(schema.valid_to);
    state.label = id_of(schema.label);
    const auto ids_of = [&](const std::vector<std::string>& names) {
        std::vector<ColumnId> found;
        for (const std::string& name : names) {
            if (const auto id = id_of(name)) found.push_back(*id);
        }
        return found;
    };
    state.primary_key = ids_of(schema.primary_key);
    for (const auto& key : schema.candidate_keys) state.candidate_keys.push_back(ids_of(key));
    for (const catalog::Link& link : schema.links) {
        Link& made = state.links.emplace_back(Link{link.label, link.target, {}});
        for (const auto& [source, target] : link.columns) {
            if (const auto id = id_of(source)) made.columns.push_back({*id, target});
        }
    }
    for (const catalog::Interface& interface : schema.interfaces) {
        Interface& made = state.interfaces.emplace_back(Interface{interface.name, {}});
        for (const auto& [role, column] : interface.roles) {
            if (const auto id = id_of(column)) made.roles.push_back({role, *id});
        }
    }
    state.metrics = schema.metrics;
    return state;
}

catalog::Schema to_schema(const DatasetState& state) {
    catalog::Schema schema;
    schema.kind = state.kind;
    for (const Column& column : state.columns) {
        schema.columns.push_back({column.name, column.type, column.is_searchable, column.is_visible, column.is_enum,
                                  column.is_immutable});
    }
    const auto name_of = [&](const std::optional<ColumnId>& id) -> std::optional<std::string> {
        const Column* column = id ? state.find(*id) : nullptr;
        return column != nullptr ? std::optional(column->name) : std::nullopt;
    };
    schema.valid_from = name_of(state.valid_from);
    schema.valid_to = name_of(state.valid_to);
    schema.label = name_of(state.label);
    const auto names_of = [&](const std::vector<ColumnId>& ids) {
        std::vector<std::string> names;
        for (const ColumnId id : ids) {
            if (const auto name = name_of(id)) names.push_back(*name);
        }
        return names;
    };
    schema.primary_key = names_of(state.primary_key);
    for (const auto& key : state.candidate_keys) schema.candidate_keys.push_back(names_of(key));
    for (const Link& link : state.links) {
        catalog::Link& shown = schema.links.emplace_back(catalog::Link{link.label, link.target, {}});
        for (const auto& [source, target] : link.columns) {
            if (const auto name = name_of(source)) shown.columns.push_back({*name, target});
        }
    }
    for (const Interface& interface : state.interfaces) {
        catalog::Interface& shown = schema.interfaces.emplace_back(catalog::Interface{interface.name, {}});
        for (const auto& [role, column] : interface.roles) {
            if (const auto name = name_of(column)) shown.roles.push_back({role, *name});
        }
    }
    schema.metrics = state.metrics;
    return schema;
}

}  // namespace domain::opal::check
