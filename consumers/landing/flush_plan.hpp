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
    /// Tells what became of requests()[place]; each request once, not at the same time.
    void landed(std::size_t place, const LandedRequest& landed);

    // Once all have landed:

    /// The keys of the records that land.
    std::vector<domain::catalog::IdempotencyKey> landed_keys() const;
    std::vector<domain::catalog::CheckpointMove> checkpoints() const;
    /// What landed, counted.
    std::vector<domain::catalog::Arrival> arrivals() const;
    /// The same by endpoint, for the dataset System.
    std::vector<domain::catalog::UsageCount> usage() const;
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
    std::size_t repeats_ = 0;
    std::size_t replays_in_vain_ = 0;
};

}  // namespace consumers::landing
