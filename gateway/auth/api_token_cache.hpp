#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "domain/admin/control_reader.hpp"
#include "domain/base/time.hpp"

namespace gateway::auth {

/// API tokens as the store had them at most `trust` ago, found by tenant and hash of the secret. Any change of a token or a
/// user empties it: entries live so shortly that nothing finer pays. Thread-safe.
class ApiTokenCache {
public:
    struct Options {
        std::chrono::milliseconds trust{1000};
        std::size_t tokens_max = 10'000;
    };
    using Token = std::optional<domain::admin::ApiTokenView>;

    ApiTokenCache(domain::admin::ControlReader& reader, const domain::base::Clock& clock)
        : ApiTokenCache(reader, clock, Options()) {}
    ApiTokenCache(domain::admin::ControlReader& reader, const domain::base::Clock& clock, Options options)
        : reader_(reader), clock_(clock), options_(options) {}

    /// The token, or nothing when there is none. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<Token>> find(domain::base::TenantId tenant, std::string secret_sha256);

    void clear();
    /// Whether changes are heard of: what is found while they are not is not kept. True at first.
    void set_hearing(bool hearing);

private:
    struct Entry {
        Token token;
        domain::base::Timestamp at{};
    };
    std::optional<Token> fresh(const std::string& key, std::uint64_t& epoch) const;
    void keep(const std::string& key, const Token& token, std::uint64_t epoch);

    domain::admin::ControlReader& reader_;
    const domain::base::Clock& clock_;
    const Options options_;
    mutable std::mutex mutex_;
    std::unordered_map<std::string, Entry> entries_;
    std::uint64_t epoch_ = 0;
    bool hearing_ = true;
};

}  // namespace gateway::auth
