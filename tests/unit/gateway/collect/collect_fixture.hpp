#pragma once

#include <optional>
#include <string>
#include <vector>

#include "../http/fake_authenticator.hpp"
#include "domain/eventlog/cloud_event.hpp"
#include "domain/ingest/bundle.hpp"
#include "gateway/collect/endpoints/collect_endpoints.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/support/lone_gateway.hpp"

/// Keeps what is appended, or fails as told.
class RecordingWriter final : public domain::eventlog::EventWriter {
public:
    domain::base::Task<domain::base::Result<std::vector<domain::eventlog::Position>>> append(const domain::eventlog::Topic& topic, domain::eventlog::PartitionKey key,
                                               std::vector<domain::eventlog::Record> records) override {
        ++calls;
        if (failure) co_return *failure;
        topic_name = topic.name;
        last_key = key.value();
        for (auto& record : records) {
            headers.push_back(
                domain::ingest::from_cloud_event(domain::eventlog::from_headers(record.headers).value()).value());
            payloads.emplace_back(record.value.view());
        }
        co_return std::vector<domain::eventlog::Position>(records.size());
    }

    int calls = 0;
    std::optional<domain::base::Error> failure;
    std::string topic_name;
    std::string last_key;
    std::vector<domain::ingest::BundleHeader> headers;
    std::vector<std::string> payloads;
};

class FixedClock final : public domain::base::Clock {
public:
    domain::base::Timestamp now() const override { return domain::base::from_nanoseconds(1'700'000'000'123'456'789); }
};

/// All collection endpoints over a log that remembers.
struct CollectFixture {
    CollectFixture() : endpoint(writer, clock, pool, shares, metrics), router(endpoint.routes(), authenticator) {}

    gateway::http::Response send(gateway::http::Method method, std::string_view target, std::string_view body,
                        gateway::http::HeaderList headers = {}) {
        headers.add("host", "122.collect.localhost");
        headers.add("authorization", "Bearer ds1:secret");
        gateway::http::Request request = gateway::http::Request::make(method, target, std::move(headers)).value();
        request.set_body(gateway::http::Slab::of(body), body.size());
        gateway::http::RequestContext context(std::move(request));
        return infra::runtime::run_async(router.handle(context));
    }
    gateway::http::Response post(std::string_view target, std::string_view body, gateway::http::HeaderList headers = {}) {
        return send(gateway::http::Method::kPost, target, body, std::move(headers));
    }

    RecordingWriter writer;
    FixedClock clock;
    gateway::http::SlabPool pool;
    infra::telemetry::Metrics metrics;
    FakeAuthenticator authenticator;
    tests::LoneGateway alone;
    gateway::collect::RateShares shares{alone, clock};
    gateway::collect::endpoints::CollectEndpoints endpoint;
    gateway::http::Router router;
};
