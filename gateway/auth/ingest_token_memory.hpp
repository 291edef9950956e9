#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/admin/control_reader.hpp"
#include "domain/base/time.hpp"
#include "infra/runtime/signal.hpp"

namespace gateway::auth {

/// Every ingest token that exists, in memory, so that collection asks no store.
///
/// What is known is believed while notifications arrive (began() … ended()). Without them a token is asked for again when
/// the answer is older than `trust`; when the store cannot be reached either, the old answer holds for `outage_max` more,
/// so that collection goes on while PostgreSQL restarts. An unknown token is asked for once per `trust`, by one request
/// however many present it. Thread-safe.
class IngestTokenMemory {
public:
    struct Options {
        std::chrono::milliseconds trust{1000};
        std::chrono::seconds outage_max{300};
        std::size_t unknown_max = 10'000;  ///< token ids remembered as not existing
    };
    using Tokens = std::shared_ptr<const std::vector<domain::admin::IngestTokenView>>;

    IngestTokenMemory(domain::admin::ControlReader& reader, const domain::base::Clock& clock)
        : IngestTokenMemory(reader, clock, Options()) {}
    IngestTokenMemory(domain::admin::ControlReader& reader, const domain::base::Clock& clock, Options options)
        : reader_(reader), clock_(clock), options_(options) {}

    /// Reads all tokens; at start. Fails with kUnavailable.
    domain::base::Task<domain::base::Result<void>> load();

    /// The tokens with this id (one as a rule; ids may repeat in another tenant), none when there are none. Never null.
    /// Fails with kUnavailable.
    domain::base::Task<domain::base::Result<Tokens>> find(domain::base::IngestTokenId id);

    /// One notification of opalite_credentials (infra/postgres/channels.hpp). Does not block.
    void changed(std::string_view payload);
    /// Notifications arrive from now on, none before did.
    void began();
    void ended();

private:
    struct Entry {
        Tokens tokens;
        domain::base::Timestamp verified_at{};
        std::uint64_t generation = 0;
    };
    /// One request to the store that others wait for.
    struct Flight {
        infra::runtime::ChangeSignal done;
        std::optional<domain::base::Result<Tokens>> result;
    };
    class Landing;

    Tokens fresh(const std::string& id) const;
    Tokens known_during_outage(const std::string& id) const;
    void forget(std::string_view part);
    void keep(const std::string& id, const Tokens& tokens, std::uint64_t epoch);
    domain::base::Task<domain::base::Result<Tokens>> ask(domain::base::IngestTokenId id);

    domain::admin::ControlReader& reader_;
    const domain::base::Clock& clock_;
    const Options options_;

    mutable std::shared_mutex mutex_;  // guards all below
    std::unordered_map<std::string, Entry> known_;
    std::unordered_map<std::string, domain::base::Timestamp> unknown_;
    std::map<std::string, std::shared_ptr<Flight>> flights_;
    std::uint64_t generation_ = 1;  ///< entries of an older one are asked for again
    std::uint64_t epoch_ = 0;       ///< grows with every change, so that an answer that was overtaken is not kept
    bool listening_ = false;
    domain::base::Timestamp listened_until_{};
};

}  // namespace gateway::auth
