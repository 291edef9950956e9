#pragma once

#include <deque>
#include <string>
#include <vector>

#include "consumers/dead_letters.hpp"
#include "consumers/landing/gathering.hpp"
#include "consumers/landing/parquet_lander.hpp"
#include "domain/catalog/landing_store.hpp"

namespace consumers::landing {

/// What one flush has to do: which records become which segments, which are dead, which may be repeats of a request.
/// Borrows the records of the batch, which must outlive it. Pure.
class FlushPlan {
public:
    FlushPlan(const GatheredBatch& batch, std::string topic);

    /// The idempotency keys of the batch, each once.
    const std::vector<domain::catalog::IdempotencyKey>& keys() const { return keys_; }

    /// Leaves out the records whose key is known (`known[i]` belongs to keys()[i]), and repeats within the batch; then puts
    /// the rest into requests: one for each dataset, or several where there are more than `segment_bytes_max` of payload.
    void decide(const std::vector<bool>& known, std::size_t segment_bytes_max);

    const std::vector<LandingRequest>& requests() const { return requests_; }
    /// The keys of the records that land.
    std::vector<domain::catalog::IdempotencyKey> landed_keys() const;
    std::vector<domain::catalog::CheckpointMove> checkpoints() const;
    /// What lands, counted.
    std::vector<domain::catalog::Arrival> arrivals() const;
    /// The same by endpoint, for the dataset System.
    std::vector<domain::catalog::UsageCount> usage() const;
    std::size_t repeats() const { return repeats_; }

    /// Records whose headers say nothing that could be understood.
    std::vector<DeadLetter> take_undecoded() { return std::move(undecoded_); }
    /// The part of a record that a request's landing rejected, with headers that fit the part.
    DeadLetter to_dead_letter(const LandingRequest& request, const LandedRequest::Rejected& rejected) const;

private:
    static constexpr std::size_t kNoKey = static_cast<std::size_t>(-1);
    struct Decoded {
        domain::ingest::BundleHeader header;
        const domain::eventlog::StoredRecord* record = nullptr;
        std::size_t key = kNoKey;
    };

    void decode(const domain::eventlog::StoredRecord& record);
    std::size_t key_index(const domain::ingest::BundleHeader& header);
    std::string batch_name() const;

    const GatheredBatch& batch_;
    const std::string topic_;
    std::deque<Decoded> records_;  // stable addresses: requests point to the headers
    std::vector<domain::catalog::IdempotencyKey> keys_;
    std::map<domain::catalog::IdempotencyKey, std::size_t> key_places_;
    std::vector<bool> landed_keys_;
    std::vector<DeadLetter> undecoded_;
    std::vector<LandingRequest> requests_;
    std::size_t repeats_ = 0;
};

}  // namespace consumers::landing
