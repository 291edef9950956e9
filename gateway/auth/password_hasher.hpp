#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "domain/base/result.hpp"
#include "domain/base/secret.hpp"
#include "domain/base/task.hpp"
#include "infra/runtime/blocking_pool.hpp"

namespace gateway::auth {

/// Passwords as argon2id, on threads of their own: one hash takes some 50 ms of a core and all of `memory_bytes`, so only
/// `threads` run at once and only `waiting_max` wait. Thread-safe.
class PasswordHasher {
public:
    struct Options {
        std::size_t threads = 2;
        std::size_t waiting_max = 64;
        unsigned long long operations = 2;
        std::size_t memory_bytes = 64 * 1024 * 1024;
    };

    PasswordHasher();
    explicit PasswordHasher(Options options);

    /// The text form with salt and costs. Fails with kResourceExhausted, also when memory is short.
    domain::base::Task<domain::base::Result<std::string>> hash(domain::base::Secret password);

    /// Whether the password belongs to the hash. An empty hash (no such user, or one without a password) is never right and
    /// costs as much as a wrong password. Fails with kResourceExhausted.
    domain::base::Task<domain::base::Result<bool>> verify(std::string hash, domain::base::Secret password);

private:
    domain::base::Result<std::string> hash_now(const std::string& password) const;

    const Options options_;
    const std::string nobody_;  ///< the hash of a password that nobody knows
    std::atomic<std::size_t> waiting_{0};
    infra::runtime::BlockingPool threads_;
};

}  // namespace gateway::auth
