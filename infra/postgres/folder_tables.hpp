#pragma once

#include <pqxx/pqxx>

#include "domain/admin/control_state.hpp"

/// Folders and what is in them, as a part of control_tables.hpp. Only for .cpp files of this module.
namespace infra::postgres {

void load_folders(pqxx::transaction_base& transaction, const domain::admin::ControlKeys& keys,
                  domain::admin::ControlState& state);
void save_folders(pqxx::transaction_base& transaction, const domain::admin::ControlState& state);

}  // namespace infra::postgres
