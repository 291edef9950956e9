#pragma once

#include "domain/admin/control_state.hpp"

namespace pqxx {
class transaction_base;
}

namespace infra::postgres {

/// Reads what `keys` name of groups, memberships and grants. Throws the driver's exceptions.
void load_access_state(pqxx::transaction_base& transaction, const domain::admin::ControlKeys& keys,
                       domain::admin::ControlState& state);

/// Writes every group, membership and grant that was put. Throws the driver's exceptions.
void save_access_state(pqxx::transaction_base& transaction, const domain::admin::ControlState& state);

}  // namespace infra::postgres
