#include "consumers/landing/flush_plan.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
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

std::string hash_text(const std::string& text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    char digits[33];
    std::snprintf(digits, sizeof digits, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits;
}

DeadLetter letter_of(const std::string& topic, const StoredRecord& record, std::string reason) {
    DeadLetter letter;
    letter.topic = topic;
    letter.position = record.position;
    letter.appended_at = record.appended_at;
    letter.headers = record.headers;
    letter.value = record.value;
    letter.reason = std::move(reason);
    return letter;
}

}  // namespace

bool is_folder_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
    });
}

FlushPlan::FlushPlan(const GatheredBatch& batch, std::string topic)
    : batch_(batch), topic_(std::move(topic)), name_(batch_name()) {
    for (const auto& [id, partition] : batch_.partitions) {
        for (const StoredRecord& record : partition.records) decode(record);
    }
    std::set<std::pair<base::TenantId, base::DatasetId>> datasets;
    std::set<catalog::RejectionName> replays;
    for (const Decoded& decoded : records_) {
        datasets.emplace(decoded.header.tenant, decoded.header.dataset);
        if (!decoded.header.replay_of.empty()) replays.emplace(decoded.header.tenant, decoded.header.replay_of);
    }
    datasets_.assign(datasets.begin(), datasets.end());
    replays_.assign(replays.begin(), replays.end());
}

void FlushPlan::decode(const StoredRecord& record) {
    const auto event = domain::eventlog::from_headers(record.headers);
    if (!event) return bury(record, event.error().message());
    auto header = domain::ingest::from_cloud_event(*event);
    if (!header) return bury(record, header.error().message());
    if (!is_folder_name(header->tenant.value())) return bury(record, "malformed tenant: " + header->tenant.value());
    Decoded& decoded = records_.emplace_back();
    // What is put in again has a name of its own: its key, if it had one, was remembered the first time.
    const bool has_key = !header->idempotency_key.empty() && header->replay_of.empty();
    decoded.key = has_key ? key_index(*header) : kNoKey;
    decoded.header = std::move(*header);
    decoded.record = &record;
}

void FlushPlan::bury(const StoredRecord& record, std::string reason) {
    DeadLetter letter = letter_of(topic_, record, std::move(reason));
    if (letter.header("ce_replayof").empty()) dead_.push_back(std::move(letter));
    else ++replays_in_vain_;
}

catalog::LandingQuestion FlushPlan::question() const {
    catalog::LandingQuestion question;
    question.keys = keys_;
    question.replays = replays_;
    question.datasets = datasets_;
    return question;
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

/// Remembers what is to land, so that it is true of the second of two.
bool FlushPlan::is_repeat(const Decoded& decoded, std::set<catalog::RejectionName>& waiting, const catalog::LandingFacts& facts) {
    if (!decoded.header.replay_of.empty()) return waiting.erase({decoded.header.tenant, decoded.header.replay_of}) == 0;
    if (decoded.key == kNoKey) return false;
    if (facts.known_keys[decoded.key] || landed_keys_[decoded.key]) return true;
    landed_keys_[decoded.key] = true;
    return false;
}

void FlushPlan::decide(const catalog::LandingFacts& facts, std::size_t segment_bytes_max) {
    landed_keys_.assign(keys_.size(), false);
    std::set<catalog::RejectionName> waiting;
    for (std::size_t i = 0; i < replays_.size(); ++i) {
        if (facts.waiting[i]) waiting.insert(replays_[i]);
    }
    std::set<std::pair<base::TenantId, base::DatasetId>> missing;
    for (std::size_t i = 0; i < datasets_.size(); ++i) {
        if (!facts.datasets[i]) missing.insert(datasets_[i]);
    }
    for (std::size_t i = 0; i < datasets_.size(); ++i) rules_of_[datasets_[i]] = facts.rules[i];
    struct Open {
        std::size_t request = 0;
        std::size_t bytes = 0;
        int parts = 0;
    };
    std::map<std::pair<base::TenantId, base::DatasetId>, Open> open;
    for (const Decoded& decoded : records_) {
        const BundleHeader& header = decoded.header;
        if (is_repeat(decoded, waiting, facts)) {
            ++repeats_;
            continue;
        }
        if (missing.contains({header.tenant, header.dataset})) {
            bury(*decoded.record, "dataset not found: " + std::to_string(header.dataset.value()));
            continue;
        }
        Open& part = open[{header.tenant, header.dataset}];
        if (part.parts == 0 || part.bytes >= segment_bytes_max) {
            part.request = requests_.size();
            part.bytes = 0;
            taken_.emplace_back();
            failures_.emplace_back();
            rules_.push_back(&rules_of_[{header.tenant, header.dataset}]);
            LandingRequest& request = requests_.emplace_back();
            request.tenant = header.tenant;
            request.dataset = header.dataset;
            request.id = base::SegmentId(std::to_string(request.dataset.value()) + "." + name_ + "." + std::to_string(part.parts++));
        }
        part.bytes += decoded.record->value.size();
        requests_[part.request].records.push_back({&header, decoded.record->value.view()});
        requests_[part.request].sources.push_back(decoded.record);
        taken_[part.request].push_back({header.count, static_cast<std::int64_t>(decoded.record->value.size())});
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

void FlushPlan::landed(std::size_t place, const LandedRequest& landed, const RequestDrops& drops) {
    failures_[place] = drops.failures;
    for (std::size_t i = 0; i < drops.records.size(); ++i) taken_[place][i].drops = drops.records[i].counts;
    for (const LandedRequest::Rejected& rejected : landed.rejected) {
        Taken& taken = taken_[place][rejected.record];
        taken.observations = rejected.rejection.observation;
        taken.bytes = static_cast<std::int64_t>(rejected.rejection.offset);
        const bool is_in_vain = taken.observations == 0 && !requests_[place].records[rejected.record].header->replay_of.empty();
        if (is_in_vain) ++replays_in_vain_;
        else reject(requests_[place], rejected);
    }
}

/// Visits what has landed of each record, if anything has.
template <class Visit>
void FlushPlan::each_landed(Visit visit) const {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        for (std::size_t j = 0; j < taken_[i].size(); ++j) {
            if (taken_[i][j].observations > 0) visit(*requests_[i].records[j].header, taken_[i][j], *rules_[i]);
        }
    }
}

std::vector<catalog::Arrival> FlushPlan::arrivals() const {
    // The texts are those of the headers, which outlive this: small requests make a record each.
    std::map<std::tuple<std::string_view, std::int64_t, std::string_view, base::Timestamp>, catalog::Arrival> counted;
    each_landed([&](const BundleHeader& header, const Taken& taken, const auto&) {
        RecordDrops::Count kept{taken.observations, taken.bytes};
        for (const auto& drop : taken.drops) {
            kept.observations -= drop.observations;
            kept.bytes -= drop.bytes;
        }
        if (kept.observations == 0) return;
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
        arrival.observations += kept.observations;
        arrival.bytes += kept.bytes;
    });
    std::vector<catalog::Arrival> arrivals;
    for (auto& [key, arrival] : counted) arrivals.push_back(std::move(arrival));
    return arrivals;
}

std::vector<catalog::UsageCount> FlushPlan::usage() const {
    // As above; of the texts of filters there are few.
    std::map<base::ObjectId, std::string> filters;
    std::map<std::tuple<std::string_view, std::string_view, std::int64_t, std::string_view, std::string_view, base::Timestamp>,
             catalog::UsageCount> counted;
    const auto add = [&](const char* schema, const BundleHeader& header, const std::string& source, const RecordDrops::Count& much) {
        const base::Timestamp minute = std::chrono::floor<std::chrono::minutes>(header.received_at);
        const auto [place, is_new] =
            counted.try_emplace({header.tenant.value(), schema, header.datastream.value(), source, header.path, minute});
        catalog::UsageCount& count = place->second;
        if (is_new) {
            count.tenant = header.tenant;
            count.schema = schema;
            count.datastream = header.datastream;
            count.source = source;
            count.path = header.path;
            count.minute = minute;
        }
        count.observations += much.observations;
        count.bytes += much.bytes;
    };
    each_landed([&](const BundleHeader& header, const Taken& taken, const std::vector<catalog::DropRule>& rules) {
        add(catalog::usage_schema, header, header.token.value(), {taken.observations, taken.bytes});
        for (std::size_t i = 0; i < taken.drops.size(); ++i) {
            if (taken.drops[i].observations == 0) continue;
            const auto name = filters.try_emplace(rules[i].filter, std::to_string(rules[i].filter.value())).first;
            add(catalog::filtered_schema, header, name->second, taken.drops[i]);
        }
    });
    std::vector<catalog::UsageCount> counts;
    for (auto& [key, count] : counted) counts.push_back(std::move(count));
    return counts;
}

std::vector<catalog::DropCount> FlushPlan::drops() const {
    std::map<std::pair<base::TenantId, base::ObjectId>, catalog::DropCount> counted;
    const auto count_of = [&](const base::TenantId& tenant, base::ObjectId filter) -> catalog::DropCount& {
        catalog::DropCount& count = counted[{tenant, filter}];
        count.tenant = tenant;
        count.filter = filter;
        return count;
    };
    each_landed([&](const BundleHeader& header, const Taken& taken, const std::vector<catalog::DropRule>& rules) {
        for (std::size_t i = 0; i < taken.drops.size(); ++i) {
            if (taken.drops[i].observations == 0) continue;
            catalog::DropCount& count = count_of(header.tenant, rules[i].filter);
            count.observations += taken.drops[i].observations;
            count.bytes += taken.drops[i].bytes;
            count.last_at = std::max(count.last_at, header.received_at);
        }
    });
    for (std::size_t i = 0; i < requests_.size(); ++i) {
        for (std::size_t j = 0; j < failures_[i].size(); ++j) {
            if (failures_[i][j].observations == 0) continue;
            catalog::DropCount& count = count_of(requests_[i].tenant, (*rules_[i])[j].filter);
            count.failures += failures_[i][j].observations;
            count.failure = failures_[i][j].reason;
        }
    }
    std::vector<catalog::DropCount> counts;
    for (auto& [key, count] : counted) counts.push_back(std::move(count));
    return counts;
}

std::vector<catalog::RejectionName> FlushPlan::replayed() const {
    std::vector<catalog::RejectionName> names;
    each_landed([&](const BundleHeader& header, const Taken&, const auto&) {
        if (!header.replay_of.empty()) names.emplace_back(header.tenant, header.replay_of);
    });
    return names;
}

void FlushPlan::reject(const LandingRequest& request, const LandedRequest::Rejected& rejected) {
    const BundleHeader& header = *request.records[rejected.record].header;
    const StoredRecord& record = *request.sources[rejected.record];
    const Rejection& rejection = rejected.rejection;
    const std::int64_t index = header.first_index + rejection.observation;
    DeadLetter letter = letter_of(topic_, record, "observation " + std::to_string(index) + ": " + rejection.reason);
    letter.index = index;
    letter.value = record.value.slice(rejection.offset, record.value.size() - rejection.offset);
    // What is left is a record of its own: it begins later and has fewer observations.
    BundleHeader part = header;
    part.first_index = index;
    part.count = std::max<std::int64_t>(header.count - rejection.observation, 0);
    part.replay_of.clear();
    letter.headers = domain::eventlog::to_headers(domain::ingest::to_cloud_event(part));
    dead_.push_back(std::move(letter));
}

}  // namespace consumers::landing
