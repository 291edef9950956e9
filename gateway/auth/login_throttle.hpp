#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

#include "domain/base/result.hpp"
#include "domain/base/time.hpp"

namespace gateway::auth {

/// Slows the guessing of passwords down: counts the attempts of each account and each address in windows of time and refuses
/// when there were too many. An attempt counts from its beginning, so that many at once count as many; one that succeeds is
/// taken back. For one process; memory is bounded, the oldest counts go first. Thread-safe.
class LoginThrottle {
public:
    struct Options {
        std::size_t account_attempts_max = 10;
        std::size_t address_attempts_max = 100;
        std::chrono::seconds window{300};
        std::size_t counts_max = 20'000;  ///< accounts and addresses that are remembered
    };

    explicit LoginThrottle(const domain::base::Clock& clock) : LoginThrottle(clock, Options()) {}
    LoginThrottle(const domain::base::Clock& clock, Options options) : clock_(clock), options_(options) {}

    /// Counts an attempt. Fails with kResourceExhausted; then it is not counted.
    domain::base::Result<void> begin(const std::string& account, const std::string& address);
    /// The attempt was good: forgets the account's count and takes the address's back.
    void succeeded(const std::string& account, const std::string& address);

private:
    struct Count {
        domain::base::Timestamp since{};
        std::size_t attempts = 0;
    };
    Count& current(const std::string& key);

    const domain::base::Clock& clock_;
    const Options options_;
    std::mutex mutex_;
    std::unordered_map<std::string, Count> counts_;
};

}  // namespace gateway::auth
