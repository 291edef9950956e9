#include "consumers/landing/flush_plan.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>
#include <tuple>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace consumers::landing {

namespace base = domain::base;
namespace catalog = domain::catalog;
using domain::eventlog::StoredRecord;
using domain::ingest::BundleHeader;

namespace {

/// A tenant names a folder, so it must be nothing that a path could be made of.
bool is_folder_name(const std::string& text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    });
}

std::string hash_text(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits;
}

DeadLetter dead(const std::string& topic, const StoredRecord& record, std::string reason) {
    DeadLetter letter;
    letter.topic = topic;
    letter.position = record.position;
    letter.headers = record.headers;
    letter.value = record.value;
    letter.reason = std::move(reason);
    return letter;
}

}  // namespace

FlushPlan::FlushPlan(const GatheredBatch& batch, std::string topic) : batch_(batch), topic_(std::move(topic)) {
    for (const auto& [id, partition] : batch_.partitions) {
        for (const StoredRecord& record : partition.records) decode(record);
    }
}

void FlushPlan::decode(const StoredRecord& record) {
    const auto bury = [&](std::string reason) { undecoded_.push_back(dead(topic_, record, std::move(reason))); };
    const auto event = domain::eventlog::from_headers(record.headers);
    if (!event) return bury(event.error().message());
    auto header = domain::ingest::from_cloud_event(*event);
    if (!header) return bury(header.error().message());
    if (!is_folder_name(header->tenant.value())) return bury("malformed tenant: " + header->tenant.value());
    Decoded& decoded = records_.emplace_back();
    decoded.key = header->idempotency_key.empty() ? kNoKey : key_index(*header);
    decoded.header = std::move(*header);
    decoded.record = &record;
}

// The records of one request share its Idempotency-Key but land one by one, perhaps in different flushes; so what is
// remembered is the key with the record's place in the request. A retry is cut at the same places.
std::size_t FlushPlan::key_index(const BundleHeader& header) {
    std::string text = header.idempotency_key;
    if (text.size() > catalog::idempotency_key_bytes_max - 32) text = hash_text(text);
    catalog::IdempotencyKey key(header.tenant, text + "/" + std::to_string(header.first_index));
    const auto [place, is_new] = key_places_.emplace(key, keys_.size());
    if (is_new) keys_.push_back(std::move(key));
    return place->second;
}

void FlushPlan::decide(const std::vector<bool>& known, std::size_t segment_bytes_max) {
    landed_keys_.assign(keys_.size(), false);
    const std::string name = batch_name();
    struct Open {
        std::size_t request = 0;
        std::size_t bytes = 0;
        int parts = 0;
    };
    std::map<std::pair<base::TenantId, base::DatasetId>, Open> open;
    for (const Decoded& decoded : records_) {
        if (decoded.key != kNoKey && (known[decoded.key] || landed_keys_[decoded.key])) {
            ++repeats_;
            continue;
        }
        if (decoded.key != kNoKey) landed_keys_[decoded.key] = true;
        Open& part = open[{decoded.header.tenant, decoded.header.dataset}];
        if (part.parts == 0 || part.bytes >= segment_bytes_max) {
            part.request = requests_.size();
            part.bytes = 0;
            LandingRequest& request = requests_.emplace_back();
            request.tenant = decoded.header.tenant;
            request.dataset = decoded.header.dataset;
            request.id = base::SegmentId(std::to_string(request.dataset.value()) + "." + name + "." + std::to_string(part.parts++));
        }
        part.bytes += decoded.record->value.size();
        requests_[part.request].records.push_back({&decoded.header, decoded.record->value.view()});
        requests_[part.request].sources.push_back(decoded.record);
    }
}

// `0-100-250_1-7-9`: partition, first offset, one past the last. Many partitions are named by a hash of that.
std::string FlushPlan::batch_name() const {
    constexpr std::size_t kReadableMax = 64;
    std::string name;
    for (const auto& [id, partition] : batch_.partitions) {
        if (!name.empty()) name += '_';
        name += std::to_string(id.value()) + "-" + std::to_string(partition.records.front().position.offset.value()) + "-" +
                std::to_string(partition.next.value());
    }
    return name.size() <= kReadableMax ? name : hash_text(name);
}

std::vector<catalog::IdempotencyKey> FlushPlan::landed_keys() const {
    std::vector<catalog::IdempotencyKey> landed;
    for (std::size_t i = 0; i < keys_.size(); ++i) {
        if (landed_keys_[i]) landed.push_back(keys_[i]);
    }
    return landed;
}

std::vector<catalog::CheckpointMove> FlushPlan::checkpoints() const {
    std::vector<catalog::CheckpointMove> moves;
    for (const auto& [id, partition] : batch_.partitions) moves.emplace_back(id, partition.expected, partition.next);
    return moves;
}

std::vector<catalog::Arrival> FlushPlan::arrivals() const {
    // The texts are those of the headers, which outlive this: small requests make a record each.
    std::map<std::tuple<std::string_view, std::int64_t, std::string_view, base::Timestamp>, catalog::Arrival> counted;
    for (const LandingRequest& request : requests_) {
        for (const auto& record : request.records) {
            const BundleHeader& header = *record.header;
            const base::Timestamp minute = std::chrono::floor<std::chrono::minutes>(header.received_at);
            const auto [place, is_new] =
                counted.try_emplace({header.tenant.value(), header.datastream.value(), header.token.value(), minute});
            catalog::Arrival& arrival = place->second;
            if (is_new) {
                arrival.tenant = header.tenant;
                arrival.datastream = header.datastream;
                arrival.token = header.token;
                arrival.minute = minute;
                arrival.first_at = arrival.last_at = header.received_at;
            }
            arrival.first_at = std::min(arrival.first_at, header.received_at);
            arrival.last_at = std::max(arrival.last_at, header.received_at);
            arrival.observations += header.count;
            arrival.bytes += static_cast<std::int64_t>(record.payload.size());
        }
    }
    std::vector<catalog::Arrival> arrivals;
    for (auto& [key, arrival] : counted) arrivals.push_back(std::move(arrival));
    return arrivals;
}

std::vector<catalog::UsageCount> FlushPlan::usage() const {
    std::map<std::tuple<std::string_view, std::int64_t, std::string_view, std::string_view, base::Timestamp>, catalog::UsageCount> counted;
    for (const LandingRequest& request : requests_) {
        for (const auto& record : request.records) {
            const BundleHeader& header = *record.header;
            const base::Timestamp minute = std::chrono::floor<std::chrono::minutes>(header.received_at);
            const auto [place, is_new] = counted.try_emplace(
                {header.tenant.value(), header.datastream.value(), header.token.value(), header.path, minute});
            catalog::UsageCount& count = place->second;
            if (is_new) {
                count.tenant = header.tenant;
                count.schema = catalog::usage_schema;
                count.datastream = header.datastream;
                count.source = header.token.value();
                count.path = header.path;
                count.minute = minute;
            }
            count.observations += header.count;
            count.bytes += static_cast<std::int64_t>(record.payload.size());
        }
    }
    std::vector<catalog::UsageCount> counts;
    for (auto& [key, count] : counted) counts.push_back(std::move(count));
    return counts;
}

DeadLetter FlushPlan::to_dead_letter(const LandingRequest& request, const LandedRequest::Rejected& rejected) const {
    const BundleHeader* const header = request.records[rejected.record].header;
    const StoredRecord& record = *request.sources[rejected.record];
    const Rejection& rejection = rejected.rejection;
    DeadLetter letter = dead(topic_, record, "observation " + std::to_string(header->first_index + rejection.observation) + ": " + rejection.reason);
    letter.value = record.value.slice(rejection.offset, record.value.size() - rejection.offset);
    if (rejection.observation == 0) return letter;
    // What is left is a record of its own: it begins later and has fewer observations, and as a part that was not
    // landed with its key it must not be taken for a repeat.
    BundleHeader part = *header;
    part.first_index += rejection.observation;
    part.count = std::max<std::int64_t>(part.count - rejection.observation, 0);
    letter.headers = domain::eventlog::to_headers(domain::ingest::to_cloud_event(part));
    return letter;
}

}  // namespace consumers::landing
