#pragma once

#include "domain/admin/control_state.hpp"
#include "domain/admin/control_store.hpp"

namespace pqxx {
class transaction_base;
}

/// The projection of reference tables. All throw the driver's exceptions.
namespace infra::postgres {

/// Reads the states of `keys`.
void load_reference_tables(pqxx::transaction_base& transaction, const domain::admin::ControlKeys& keys,
                           domain::admin::ControlState& state);

/// Writes every state that was put; removes those that do not exist any more.
void save_reference_tables(pqxx::transaction_base& transaction, const domain::admin::ControlState& state);

/// What an accepted command means for the segments: the rows of a table that was made, replaced or deleted by it.
void exchange_rows(pqxx::transaction_base& transaction, const domain::admin::ControlState& state,
                   const domain::admin::LoggedCommand& command);

/// Takes the segments of all tables out of the catalog, before a replay makes them anew.
void retire_all_rows(pqxx::transaction_base& transaction);

}  // namespace infra::postgres
