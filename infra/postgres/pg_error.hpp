#pragma once

#include <string>

#include "domain/base/error.hpp"

namespace infra::postgres {

/// The exception that is being handled as an Error; call it inside a catch block only. What tells the caller to try again
/// becomes kUnavailable, a statement over its time kDeadlineExceeded, everything else kInternal: decisions know beforehand what
/// is taken, so even a duplicate key is a fault of ours.
/// Cancellation is thrown on. The message names `doing` and never holds a row's values.
domain::base::Error current_error(const std::string& doing);

/// True while a pqxx::broken_connection is being handled; call it inside a catch block only.
bool is_broken_connection();

}  // namespace infra::postgres
