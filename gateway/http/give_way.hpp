#pragma once

#include "domain/base/task.hpp"

namespace gateway::http {

/// Lets other work of this thread go first. Long computations on an I/O thread call it about every 500 µs.
domain::base::Task<void> give_way();

}  // namespace gateway::http
