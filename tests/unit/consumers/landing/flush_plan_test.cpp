#include <catch2/catch.hpp>

#include "consumers/landing/flush_plan.hpp"
#include "consumers/landing/rejected_rows.hpp"
#include "tests/unit/consumers/landing/landing_fixture.hpp"

namespace {

using consumers::landing::FlushPlan;
using consumers::landing::GatheredBatch;
using domain::eventlog::Offset;
using domain::eventlog::PartitionId;
using domain::ingest::BundleHeader;

constexpr std::size_t kSegmentMax = 1000;

void add(GatheredBatch& batch, int partition, std::int64_t offset, const BundleHeader& header, std::string payload = "{}") {
    auto& place = batch.partitions[PartitionId(partition)];
    auto& record = place.records.emplace_back();
    record.position = {PartitionId(partition), Offset(offset)};
    record.headers = domain::eventlog::to_headers(domain::ingest::to_cloud_event(header));
    record.value = domain::base::SharedBytes::of(std::move(payload));
    place.next = Offset(offset + 1);
}

/// Decides with the keys that are known, what waits, and every dataset but the missing ones.
void decide(FlushPlan& plan, std::vector<bool> known_keys = {}, std::vector<bool> waiting = {}, std::int64_t missing_dataset = 0) {
    const auto question = plan.question();
    domain::catalog::LandingFacts facts;
    facts.known_keys = std::move(known_keys);
    facts.known_keys.resize(question.keys.size());
    facts.waiting = std::move(waiting);
    facts.waiting.resize(question.replays.size());
    for (const auto& [tenant, dataset] : question.datasets) facts.datasets.push_back(dataset.value() != missing_dataset);
    facts.rules.resize(question.datasets.size());
    plan.decide(facts, kSegmentMax);
}

BundleHeader keyed(std::int64_t bundle, std::string key, std::int64_t first_index = 0) {
    BundleHeader header = tests::bundle_header(bundle);
    header.idempotency_key = std::move(key);
    header.first_index = first_index;
    return header;
}

TEST_CASE("each dataset gets a segment named by the records of the flush", "[landing]") {
    GatheredBatch batch;
    BundleHeader other = tests::bundle_header(2);
    other.dataset = domain::base::DatasetId(77);
    add(batch, 0, 10, tests::bundle_header(1));
    add(batch, 0, 12, other);
    add(batch, 3, 5, tests::bundle_header(3));
    FlushPlan plan(batch, "topic");
    decide(plan);
    REQUIRE(plan.requests().size() == 2);
    CHECK(plan.requests()[0].id.value() == "42.0-10-13_3-5-6.0");
    CHECK(plan.requests()[0].records.size() == 2);
    CHECK(plan.requests()[1].id.value() == "77.0-10-13_3-5-6.0");
    CHECK(plan.checkpoints().size() == 2);
}

TEST_CASE("a dataset with much payload gets several segments", "[landing]") {
    GatheredBatch batch;
    for (int i = 0; i < 5; ++i) add(batch, 0, i, tests::bundle_header(i), std::string(600, ' '));
    FlushPlan plan(batch, "topic");
    decide(plan);
    REQUIRE(plan.requests().size() == 3);
    CHECK(plan.requests()[0].records.size() == 2);
    CHECK(plan.requests()[2].id.value() == "42.0-0-5.2");
}

TEST_CASE("what was sent is counted by token, endpoint and minute", "[landing]") {
    GatheredBatch batch;
    BundleHeader http = tests::bundle_header(61);  // the second minute
    http.path = "/v1/http";
    http.count = 3;
    BundleHeader later = http;
    later.received_at = domain::base::from_nanoseconds(120'000'000'000);
    BundleHeader logs = http;
    logs.path = "/v2/otel/v1/logs";
    add(batch, 0, 0, http, "{} {}");
    add(batch, 1, 0, http, "{}");
    add(batch, 1, 1, later);
    add(batch, 1, 2, logs);
    FlushPlan plan(batch, "topic");
    decide(plan);
    const auto usage = plan.usage();
    REQUIRE(usage.size() == 3);
    CHECK(usage[0].path == "/v1/http");
    CHECK(usage[0].source == "ds1token");
    CHECK(usage[0].schema == "ingest_usage");
    CHECK(usage[0].minute == domain::base::from_nanoseconds(60'000'000'000));
    CHECK(usage[0].observations == 6);
    CHECK(usage[0].bytes == 7);
    CHECK(usage[1].minute == domain::base::from_nanoseconds(120'000'000'000));
    CHECK(usage[2].path == "/v2/otel/v1/logs");
}

TEST_CASE("a dead letter becomes a row that shows its bytes", "[landing]") {
    consumers::DeadLetter letter;
    letter.topic = "opalite.observations";
    letter.position = {PartitionId(1), Offset(5)};
    letter.index = 3;
    letter.reason = "a \xff reason";
    letter.headers = {{"ce_tenant", "4711"}, {"ce_dataset", "42"}, {"ce_token", "ds1"}};
    letter.value = domain::base::SharedBytes::of("\xff\x01 bytes");
    CHECK(consumers::landing::to_rejected(letter).name.name == "1/5/3");
    CHECK(consumers::landing::to_rejected(letter).dataset.value() == 42);
    const std::string json = consumers::landing::to_json(letter);
    CHECK(json.find(R"("encoding":"base64","bytes":"/wEgYnl0ZXM=")") != std::string::npos);
    CHECK(json.find(R"("datastream_token_id":"ds1")") != std::string::npos);

    std::string text(consumers::landing::rejected_bytes_shown_max - 1, 'x');
    text += "\xc3\xa9 and more";  // the bound is inside a character
    letter.value = domain::base::SharedBytes::of(std::move(text));
    const std::string cut = consumers::landing::to_json(letter);
    CHECK(cut.find("\"shown\":" + std::to_string(consumers::landing::rejected_bytes_shown_max - 1)) != std::string::npos);
    CHECK(cut.find("\"encoding\":\"text\"") != std::string::npos);

    letter.headers = {{"ce_tenant", "../up"}};
    CHECK(consumers::landing::tenant_of(letter).value().empty());
    CHECK(consumers::landing::RejectedRows({letter}).question().datasets.empty());
}

TEST_CASE("a request that landed lands no more, all its records do the first time", "[landing]") {
    GatheredBatch batch;
    add(batch, 0, 0, keyed(1, "key", 0));
    add(batch, 0, 1, keyed(1, "key", 100));
    add(batch, 0, 2, keyed(2, "key", 0));    // the retry, in the same flush
    add(batch, 0, 3, keyed(3, "known", 0));  // the retry of what landed earlier
    add(batch, 0, 4, tests::bundle_header(4));
    FlushPlan plan(batch, "topic");
    REQUIRE(plan.question().keys.size() == 3);
    CHECK(plan.question().keys[2].key == "known/0");
    decide(plan, {false, false, true});
    REQUIRE(plan.requests().size() == 1);
    CHECK(plan.requests()[0].records.size() == 3);
    CHECK(plan.repeats() == 2);
    CHECK(plan.landed_keys().size() == 2);
    CHECK(plan.checkpoints()[0].next == Offset(5));
}

TEST_CASE("keys of tenants are their own, and long ones are shortened", "[landing]") {
    GatheredBatch batch;
    BundleHeader other = keyed(2, "key");
    other.tenant = domain::base::TenantId("4712");
    add(batch, 0, 0, keyed(1, "key"));
    add(batch, 0, 1, other);
    add(batch, 0, 2, keyed(3, std::string(5000, 'k')));
    FlushPlan plan(batch, "topic");
    REQUIRE(plan.question().keys.size() == 3);
    CHECK(plan.question().keys[2].key.size() <= domain::catalog::idempotency_key_bytes_max);
}

TEST_CASE("records that cannot be read are dead, with their reason", "[landing]") {
    GatheredBatch batch;
    add(batch, 0, 0, tests::bundle_header(1), "bytes");
    batch.partitions[PartitionId(0)].records[0].headers.clear();
    BundleHeader escaping = tests::bundle_header(2);
    escaping.tenant = domain::base::TenantId("../../etc");
    add(batch, 0, 1, escaping);
    FlushPlan plan(batch, "topic");
    decide(plan);
    CHECK(plan.requests().empty());
    const auto& dead = plan.dead();
    REQUIRE(dead.size() == 2);
    CHECK(dead[0].reason == "cloud event attribute is missing: id");
    CHECK(dead[0].value.view() == "bytes");
    CHECK(dead[1].reason == "malformed tenant: ../../etc");
}

TEST_CASE("the rejected part of a record can be appended again as a record of its own", "[landing]") {
    GatheredBatch batch;
    BundleHeader header = tests::bundle_header(1);
    header.first_index = 50;
    header.count = 3;
    add(batch, 0, 9, header, R"({"a":1}{"a":}{"a":3})");
    FlushPlan plan(batch, "topic");
    decide(plan);
    consumers::landing::LandedRequest::Rejected rejected;
    rejected.rejection = {1, 7, "why"};
    consumers::landing::LandedRequest landed;
    landed.rejected.push_back(rejected);
    plan.landed(0, landed);
    REQUIRE(plan.dead().size() == 1);
    const auto& letter = plan.dead()[0];
    CHECK(letter.name() == "0/9/51");
    CHECK(letter.reason == "observation 51: why");
    CHECK(letter.value.view() == R"({"a":}{"a":3})");
    const auto event = domain::eventlog::from_headers(letter.headers);
    REQUIRE(event.has_value());
    const auto part = domain::ingest::from_cloud_event(*event);
    REQUIRE(part.has_value());
    CHECK(part->first_index == 51);
    CHECK(part->count == 2);
    // Only the first observation has landed.
    REQUIRE(plan.usage().size() == 1);
    CHECK(plan.usage()[0].observations == 1);
    CHECK(plan.usage()[0].bytes == 7);
    CHECK(plan.arrivals()[0].observations == 1);
}

BundleHeader again(std::int64_t bundle, std::string name) {
    BundleHeader header = keyed(bundle, "key that was remembered the first time");
    header.replay_of = std::move(name);
    return header;
}

TEST_CASE("what is put in again lands once, and only while it waits", "[landing]") {
    GatheredBatch batch;
    add(batch, 0, 0, again(1, "2/7/0"));
    add(batch, 0, 1, again(1, "2/7/0"));
    add(batch, 0, 2, again(2, "2/8/0"));
    FlushPlan plan(batch, "topic");
    CHECK(plan.question().keys.empty());
    REQUIRE(plan.question().replays.size() == 2);
    decide(plan, {}, {true, false});
    REQUIRE(plan.requests().size() == 1);
    CHECK(plan.requests()[0].records.size() == 1);
    CHECK(plan.repeats() == 2);
    plan.landed(0, {});
    REQUIRE(plan.replayed().size() == 1);
    CHECK(plan.replayed()[0].name == "2/7/0");
}

TEST_CASE("what is put in again in vain goes on waiting and is not buried twice", "[landing]") {
    GatheredBatch batch;
    add(batch, 0, 0, again(1, "2/7/0"), "nonsense");
    BundleHeader to_nowhere = again(2, "2/8/0");
    to_nowhere.dataset = domain::base::DatasetId(99);
    add(batch, 0, 1, to_nowhere);
    add(batch, 0, 2, again(3, "2/9/0"));
    batch.partitions[PartitionId(0)].records[2].headers[1].value = "observation.bundle.v99";
    FlushPlan plan(batch, "topic");
    decide(plan, {}, {true, true}, 99);
    REQUIRE(plan.requests().size() == 1);
    consumers::landing::LandedRequest landed;
    landed.rejected.push_back({0, {0, 0, "payload is no JSON text"}});
    plan.landed(0, landed);
    CHECK(plan.dead().empty());
    CHECK(plan.replayed().empty());
    CHECK(plan.replays_in_vain() == 3);
    CHECK(plan.usage().empty());
}

TEST_CASE("records of a dataset that is not there are dead, a repeat of one is not", "[landing]") {
    GatheredBatch batch;
    add(batch, 0, 0, keyed(1, "key"));
    add(batch, 0, 1, keyed(2, "key"));
    FlushPlan plan(batch, "topic");
    decide(plan, {}, {}, 42);
    CHECK(plan.requests().empty());
    REQUIRE(plan.dead().size() == 1);
    CHECK(plan.dead()[0].reason == "dataset not found: 42");
    CHECK(plan.repeats() == 1);
    CHECK(plan.landed_keys().size() == 1);
}

}  // namespace
