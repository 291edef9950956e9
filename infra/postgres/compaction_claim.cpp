#include "infra/postgres/compaction_claim.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <random>
#include <unordered_map>

#include <pqxx/pqxx>

#include "infra/postgres/sql_array.hpp"

namespace infra::postgres {
namespace {

using domain::base::Result;
using domain::catalog::CompactionJob;
using domain::catalog::CompactionLimits;
using domain::catalog::CompactionTier;
using domain::catalog::Segment;
using domain::catalog::SegmentLayout;

/// Groups that one call looks into before it gives up.
constexpr int kGroupsMax = 8;
/// Segments of a group to choose from, as a multiple of those in a job: not all can be merged with each other. They are the
/// newest, which queries ask for most, and among which new ones appear.
constexpr std::size_t kChoiceFactor = 4;
/// How soon a group of which nothing could be merged is looked into again.
constexpr std::chrono::seconds kLookAgain{60};

struct Group {
    std::string tenant;
    std::int64_t dataset = 0;
    int tier = 0;
    std::int64_t span_start = 0;
    std::size_t segments_min = 0;
};

std::string nanoseconds(std::chrono::nanoseconds duration) { return std::to_string(duration.count()); }

/// Numbers stand in the text, not as parameters: the planner must see that the index segments_small applies.
std::string is_small(const CompactionLimits& limits) {
    return "byte_count < " + std::to_string(limits.small_bytes) + " and row_count < " +
           std::to_string(limits.small_rows) + " and raw_bytes < " + std::to_string(limits.small_raw_bytes);
}

std::string tier_of_segment() {
    SqlArray bounds;
    for (const CompactionTier& tier : domain::catalog::compaction_tiers) bounds.add(tier.raw_bytes);
    return "width_bucket(raw_bytes, '" + bounds.text() + "'::bigint[]) - 1";
}

std::string span_of_segment(const CompactionLimits& limits) {
    return "time_min - mod(time_min, " + nanoseconds(limits.span) + ")";
}

/// How many segments a job of `tier` needs, by the group's newest row.
std::string segments_min_of_group(const CompactionLimits& limits) {
    std::string usual = "case tier";
    std::string quiet = "false";
    for (std::size_t i = 0; i < domain::catalog::compaction_tiers.size(); ++i) {
        const CompactionTier& tier = domain::catalog::compaction_tiers[i];
        usual += " when " + std::to_string(i) + " then " + std::to_string(tier.segments_min);
        if (tier.can_be_quiet) quiet += " or tier = " + std::to_string(i);
    }
    return "case when (" + quiet + ") and max(time_max) < " + kServerNanoseconds + " - " + nanoseconds(limits.quiet) + " then " +
           std::to_string(limits.quiet_segments_min) + " else " + usual + " end end";
}

std::vector<Group> groups_with_work(pqxx::transaction_base& transaction, const CompactionLimits& limits) {
    const auto rows = transaction.exec(
        "select tenant, dataset_id, tier, span_start, segments_min from (select tenant, dataset_id, tier, span_start, count(*) as segments, "
        "sum(byte_count) as bytes, sum(row_count) as rows, sum(raw_bytes) as raw, " + segments_min_of_group(limits) +
        " as segments_min from (select tenant, dataset_id, " + tier_of_segment() + " as tier, " + span_of_segment(limits) +
        " as span_start, time_max, byte_count, row_count, raw_bytes from segments where " + is_small(limits) +
        ") as small group by tenant, dataset_id, tier, span_start) as found where (segments >= segments_min or bytes > " +
        std::to_string(limits.bytes_max) + " or rows > " + std::to_string(limits.rows_max) + " or raw > " +
        std::to_string(limits.raw_bytes_max) + ") and not exists (select from compaction_leases l "
        "where l.tenant = found.tenant and l.dataset_id = found.dataset_id and l.tier = found.tier "
        "and l.span_start = found.span_start) order by segments desc limit " + std::to_string(kGroupsMax));
    std::vector<Group> groups;
    for (const auto& row : rows) {
        Group& group = groups.emplace_back();
        group.tenant = row[0].as<std::string>();
        group.dataset = number_of(row[1].c_str());
        group.tier = row[2].as<int>();
        group.span_start = number_of(row[3].c_str());
        group.segments_min = static_cast<std::size_t>(number_of(row[4].c_str()));
    }
    return groups;
}

/// A text of 64 random bits.
std::string new_attempt() {
    std::random_device source;
    const unsigned long long bits = (static_cast<unsigned long long>(source()) << 32) | source();
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%016llx", bits);
    return text.data();
}

/// Nothing when another process was faster.
bool take_lease(pqxx::transaction_base& transaction, const Group& group, const std::string& attempt,
                std::chrono::seconds lease) {
    const auto inserted = transaction.exec_params(
        "insert into compaction_leases (tenant, dataset_id, tier, span_start, holder, expires_at) values ($1, $2, $3, $4, "
        "$5, " + std::string(kServerNanoseconds) + " + " + nanoseconds(lease) + ") on conflict do nothing",
        group.tenant, group.dataset, group.tier, group.span_start, attempt);
    return inserted.affected_rows() == 1;
}

void set_expiry(pqxx::transaction_base& transaction, const std::string& attempt, std::chrono::seconds lease) {
    transaction.exec_params("update compaction_leases set expires_at = " + std::string(kServerNanoseconds) + " + " +
                                nanoseconds(lease) + " where holder = $1",
                            attempt);
}

Result<std::vector<Segment>> segments_of(pqxx::transaction_base& transaction, const Group& group,
                                         const CompactionLimits& limits) {
    const auto rows = transaction.exec_params(
        "select s.id, s.file, s.time_min, s.time_max, s.row_count, s.byte_count, s.raw_bytes, s.layout_hash, l.layout, s.ranges "
        "from (select * from segments where tenant = $1 and dataset_id = $2 and " + is_small(limits) + " and " +
        tier_of_segment() + " = $3 and " + span_of_segment(limits) + " = $4 order by time_min desc, id limit " +
        std::to_string(limits.segments_max * kChoiceFactor) +
        ") as s join segment_layouts l on l.tenant = s.tenant and l.hash = s.layout_hash order by s.time_min, s.id",
        group.tenant, group.dataset, group.tier, group.span_start);
    std::unordered_map<std::string, SegmentLayout> layouts;
    std::vector<Segment> segments;
    segments.reserve(rows.size());
    for (const auto& row : rows) {
        const auto [layout, is_new] = layouts.try_emplace(row[7].c_str());
        if (is_new) {
            auto parsed = domain::catalog::layout_from_json(row[8].as<std::string>());
            if (!parsed) return parsed.error();
            layout->second = std::move(*parsed);
        }
        Segment& segment = segments.emplace_back();
        segment.id = domain::base::SegmentId(row[0].as<std::string>());
        segment.tenant = domain::base::TenantId(group.tenant);
        segment.dataset = domain::base::DatasetId(group.dataset);
        segment.file = row[1].as<std::string>();
        segment.time_min = domain::base::from_nanoseconds(number_of(row[2].c_str()));
        segment.time_max = domain::base::from_nanoseconds(number_of(row[3].c_str()));
        segment.rows = number_of(row[4].c_str());
        segment.bytes = number_of(row[5].c_str());
        segment.raw_bytes = number_of(row[6].c_str());
        segment.layout = layout->second;
        if (row[9].is_null()) continue;
        auto ranges = domain::catalog::ranges_from_json(row[9].c_str());
        if (!ranges) return ranges.error();
        segment.ranges = std::move(*ranges);
    }
    return segments;
}

}  // namespace

Result<std::optional<CompactionJob>> claim_job(pqxx::transaction_base& transaction, const CompactionLimits& limits,
                                               std::chrono::seconds lease) {
    transaction.exec("delete from compaction_leases where expires_at <= " + std::string(kServerNanoseconds));
    for (const Group& group : groups_with_work(transaction, limits)) {
        const std::string attempt = new_attempt();
        if (!take_lease(transaction, group, attempt, lease)) continue;
        auto small = segments_of(transaction, group, limits);
        if (!small) return small.error();
        std::optional<CompactionJob> job(std::in_place);
        job->segments = domain::catalog::choose_segments(std::move(*small), group.segments_min, limits);
        if (job->segments.empty()) {
            set_expiry(transaction, attempt, std::min(lease, kLookAgain));
            continue;
        }
        job->attempt = attempt;
        job->tier = group.tier;
        job->span_start = group.span_start;
        return job;
    }
    return std::optional<CompactionJob>();
}

}  // namespace infra::postgres
