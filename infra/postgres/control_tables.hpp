#pragma once

#include "domain/admin/control_state.hpp"

namespace pqxx {
class transaction_base;
}

namespace infra::postgres {

/// Reads the states of `keys` from the control projections. Throws the driver's exceptions.
void load_control_state(pqxx::transaction_base& transaction, const domain::admin::ControlKeys& keys,
                        domain::admin::ControlState& state);

/// Writes every state that was put. Throws the driver's exceptions.
void save_control_state(pqxx::transaction_base& transaction, const domain::admin::ControlState& state);

/// The payloads for kCredentialsChannel that tell what of `state` changed.
std::vector<std::string> changed_credentials(const domain::admin::ControlState& state);

/// Names of the control projections, which a replay of the log makes anew.
const std::vector<std::string>& control_tables();

}  // namespace infra::postgres
