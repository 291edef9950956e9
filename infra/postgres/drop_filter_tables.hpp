#pragma once

#include <pqxx/pqxx>

#include "domain/admin/control_state.hpp"

/// Drop filters, as a part of control_tables.hpp. Only for .cpp files of this module.
namespace infra::postgres {

void load_drop_filters(pqxx::transaction_base& transaction, const domain::admin::ControlKeys& keys,
                       domain::admin::ControlState& state);
void save_drop_filters(pqxx::transaction_base& transaction, const domain::admin::ControlState& state);

/// The columns that drop_filter_of reads, of the table `r`.
std::string drop_filter_columns();
domain::admin::drop_filter::DropFilterState drop_filter_of(const pqxx::row& row);

}  // namespace infra::postgres
