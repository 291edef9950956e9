#pragma once

#include <chrono>

#include "domain/admin/command.hpp"
#include "domain/base/task.hpp"

namespace domain::admin {

/// The way of every change: a command goes to the log, the consumer that owns the tenant's partition decides it, and the
/// outcome comes back (design §3). Thread-safe.
class CommandBus {
public:
    virtual ~CommandBus() = default;

    /// Waits until the command is decided and its effects can be read anywhere, and gives the outcome, which may be a
    /// refusal. Repeating the call with the same command id gives the same outcome and has no further effect.
    ///
    /// Fails with kInvalidArgument and kTooLarge (nothing was appended), kResourceExhausted (the log's queue is full), and
    /// kUnavailable when no outcome came before `deadline`: the command may still take effect.
    virtual base::Task<base::Result<Outcome>> execute(CommandEnvelope envelope,
                                                      std::chrono::steady_clock::time_point deadline) = 0;
};

}  // namespace domain::admin
