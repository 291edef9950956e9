#pragma once

#include <string_view>
#include <vector>

#include "domain/admin/command.hpp"
#include "domain/eventlog/event_log.hpp"

namespace domain::admin {

/// What a command's payload may measure, as JSON.
inline constexpr std::size_t command_bytes_max = 512 * 1024;

/// A command as a record of `opalite.admin`: id, stored name, time, tenant, actor and address in the headers, the rest as one
/// JSON object in the value. The stored form of a version never changes; tests/unit/domain/admin/golden holds one file for
/// each. Fails with kInvalidArgument when a text is not UTF-8 or has a NUL character (no store keeps those), and with
/// kTooLarge.
base::Result<eventlog::Record> to_record(const CommandEnvelope& envelope);

/// Reads any version that was ever written. Fails with kInvalidArgument on everything else.
base::Result<CommandEnvelope> from_record(const std::vector<eventlog::Header>& headers, std::string_view value);

}  // namespace domain::admin
