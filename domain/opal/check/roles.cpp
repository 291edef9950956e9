#include "domain/opal/check/roles.hpp"

namespace domain::opal::check {

void replace_column(DatasetState& state, ColumnId old, ColumnId made) {
    const auto replace = [&](ColumnId& column) {
        if (column == old) column = made;
    };
    const auto replace_all = [&](std::vector<ColumnId>& columns) {
        for (ColumnId& column : columns) replace(column);
    };
    for (Column& column : state.columns) replace(column.id);
    for (auto* role : {&state.valid_from, &state.valid_to, &state.label}) {
        if (*role) replace(**role);
    }
    replace_all(state.primary_key);
    replace_all(state.grouping);
    for (auto& key : state.candidate_keys) replace_all(key);
    for (Link& link : state.links) {
        for (Link::Pair& pair : link.columns) replace(pair.source);
    }
    for (Interface& interface : state.interfaces) {
        for (Interface::Role& role : interface.roles) replace(role.column);
    }
    for (OrderKey& key : state.order) replace(key.column);
}

}  // namespace domain::opal::check
