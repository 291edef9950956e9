#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "consumers/dead_letters.hpp"
#include "consumers/landing/gathering.hpp"
#include "consumers/landing/parquet_lander.hpp"
#include "domain/catalog/landing_store.hpp"

namespace consumers::landing {

/// A rule that could not be run over a request, all of which it keeps.
struct RuleFailure {
    std::int64_t observations = 0;  ///< none: it has run
    const char* reason = "";        ///< static; says nothing of the data
};

/// What drop filters do to a request.
struct RequestDrops {
    RequestDrops() = default;
    std::vector<RecordDrops> records;     ///< for each record; empty when nothing is dropped
    std::vector<RuleFailure> failures;    ///< of each rule; empty when there are none
};

/// A tenant names a folder, so it must be nothing that a path could be made of.
bool is_folder_name(std::string_view text);

/// What one flush has to do: which records become which segments, which are dead, which may be repeats of a request.
/// Borrows the records of the batch, which must outlive it. Pure.
class FlushPlan {
public:
    FlushPlan(const GatheredBatch& batch, std::string topic);

    /// What must be known before decide(): whether the idempotency keys of the batch, each once, have landed, whether what is put in
    /// again still waits for that, whether the datasets exist.
    domain::catalog::LandingQuestion question() const;

    /// Leaves out the records whose key is known, repeats within the batch, and what is put in again and does not wait;
    /// records of datasets that are not there are dead. The rest becomes requests: one for each dataset, or several where there
    /// are more than `segment_bytes_max` of payload.
    void decide(const domain::catalog::LandingFacts& facts, std::size_t segment_bytes_max);

    const std::vector<LandingRequest>& requests() const { return requests_; }
    /// The drop filters of requests()[place].
    const std::vector<domain::catalog::DropRule>& rules(std::size_t place) const { return *rules_[place]; }
    /// Tells what became of requests()[place]; each request once, not at the same time.
    void landed(std::size_t place, const LandedRequest& landed, const RequestDrops& drops = {});

    // Once all have landed:

    /// The keys of the records that land.
    std::vector<domain::catalog::IdempotencyKey> landed_keys() const;
    std::vector<domain::catalog::CheckpointMove> checkpoints() const;
    /// What landed, counted.
    std::vector<domain::catalog::Arrival> arrivals() const;
    /// What was accepted by token and endpoint, and what of that was dropped, for the dataset System.
    std::vector<domain::catalog::UsageCount> usage() const;
    /// What the drop filters did.
    std::vector<domain::catalog::DropCount> drops() const;
    /// What was put in again, and landed.
    std::vector<domain::catalog::RejectionName> replayed() const;
    /// Records whose headers say nothing that could be understood, those of no dataset, and what requests rejected, with headers
    /// that fit the part. Not what was put in again in vain: it waits as it did.
    const std::vector<DeadLetter>& dead() const { return dead_; }
    std::size_t repeats() const { return repeats_; }
    std::size_t replays_in_vain() const { return replays_in_vain_; }
    /// Names the records of the batch, in the ids of its segments.
    const std::string& name() const { return name_; }

private:
    static constexpr std::size_t kNoKey = static_cast<std::size_t>(-1);
    struct Decoded {
        domain::ingest::BundleHeader header;
        const domain::eventlog::StoredRecord* record = nullptr;
        std::size_t key = kNoKey;
    };
    /// How much of a request's record has landed.
    struct Taken {
        std::int64_t observations = 0;
        std::int64_t bytes = 0;
        std::vector<RecordDrops::Count> drops = {};  ///< of these, what each of the request's rules has dropped; empty: nothing
    };

    void decode(const domain::eventlog::StoredRecord& record);
    template <class Visit>
    void each_landed(Visit visit) const;
    void bury(const domain::eventlog::StoredRecord& record, std::string reason);
    std::size_t key_index(const domain::ingest::BundleHeader& header);
    bool is_repeat(const Decoded& decoded, std::set<domain::catalog::RejectionName>& waiting,
                   const domain::catalog::LandingFacts& facts);
    void reject(const LandingRequest& request, const LandedRequest::Rejected& rejected);
    std::string batch_name() const;

    const GatheredBatch& batch_;
    const std::string topic_;
    const std::string name_;
    std::deque<Decoded> records_;  // stable addresses: requests point to the headers
    std::vector<domain::catalog::IdempotencyKey> keys_;
    std::map<domain::catalog::IdempotencyKey, std::size_t> key_places_;
    std::vector<bool> landed_keys_;
    std::vector<domain::catalog::RejectionName> replays_;
    std::vector<std::pair<domain::base::TenantId, domain::base::DatasetId>> datasets_;
    std::vector<DeadLetter> dead_;
    std::vector<LandingRequest> requests_;
    std::vector<std::vector<Taken>> taken_;  ///< for each request, each record
    std::map<std::pair<domain::base::TenantId, domain::base::DatasetId>, std::vector<domain::catalog::DropRule>> rules_of_;
    std::vector<const std::vector<domain::catalog::DropRule>*> rules_;  ///< for each request
    std::vector<std::vector<RuleFailure>> failures_;                    ///< for each request, each rule
    std::size_t repeats_ = 0;
    std::size_t replays_in_vain_ = 0;
};

}  // namespace consumers::landing
