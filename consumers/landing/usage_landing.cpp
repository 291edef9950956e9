// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/landing/usage_landing.hpp"

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <utility>

#include "consumers/landing/own_landing.hpp"
#include "consumers/landing/system_rows.hpp"
#include "domain/catalog/json_text.hpp"

namespace consumers::landing {

using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::catalog::Segment;

namespace {

/// Counts of one minute may come in several segments, so only chance tells them apart.
std::string new_name() {
    std::random_device source;
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "usage-%08x%08x%08x%08x", source(), source(), source(), source());
    return text.data();
}

}  // namespace

std::string to_json(const UsageCount& count) {
    const bool is_filtered = count.schema == domain::catalog::filtered_schema;
    std::string json = "{\"datastream_id\":\"" + std::to_string(count.datastream.value()) + "\",";
    json += is_filtered ? "\"filter_id\":" : "\"datastream_token_id\":";
    domain::catalog::json_text::append_quoted(json, count.source);
    json += ",\"normalized_path\":";
    domain::catalog::json_text::append_quoted(json, count.path);
    json += ",\"uncompressed_bytes\":" + std::to_string(count.bytes);
    json += ",\"num_observations\":" + std::to_string(count.observations) + '}';
    return json;
}

Result<std::vector<Segment>> UsageLanding::land(const std::vector<UsageCount>& counts) {
    const std::string name = new_name();
    std::map<TenantId, SystemRows> tenants;
    for (const UsageCount& count : counts) {
        SystemRows& rows = tenants[count.tenant];
        rows.add(system_header(count.tenant, domain::admin::usage_dataset, count.schema, domain::base::BundleId(name),
                               static_cast<std::int64_t>(rows.headers.size()), count.minute), to_json(count));
    }
    return land_all(lander_, requests_of(tenants, domain::base::SegmentId(name)));
}

Task<Result<bool>> UsageLanding::step() {
    auto due = co_await ledger_.due(counts_max);
    if (!due) co_return due.error();
    if (due->empty()) co_return false;
    const auto counts = std::make_shared<const std::vector<UsageCount>>(std::move(*due));
    auto work = [this, counts] { return land(*counts); };
    auto landed = co_await pool_.run(std::move(work));
    if (!landed) co_return landed.error();
    LandingBatch batch;
    batch.segments = std::move(*landed);
    batch.told = *counts;
    const auto committed = co_await commit_landed(store_, lander_, std::move(batch));
    if (!committed) co_return committed.error();
    co_return true;
}

Task<void> UsageLanding::run() {
    std::function<Task<Result<bool>>()> each = [this] { return step(); };
    return keep_stepping(std::move(each), idle_pause, "usage waits");
}

}  // namespace consumers::landing
