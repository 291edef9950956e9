#include "domain/eventlog/cloud_event.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

namespace {

namespace base = domain::base;
namespace eventlog = domain::eventlog;
using eventlog::Header;

eventlog::CloudEvent example() {
    eventlog::CloudEvent event;
    event.id = "0190a8c1";
    event.type = "admin.command.v1";
    event.source = "/opalite/gateway";
    event.time = *base::from_rfc3339("2026-01-02T03:04:05.123456789Z");
    event.content_type = "application/json";
    event.extensions = {{"tenant", "42"}, {"traceparent", ""}};
    return event;
}

std::vector<Header> without(const std::string& name) {
    auto headers = eventlog::to_headers(example());
    std::erase_if(headers, [&](const Header& header) { return header.name == name; });
    return headers;
}

}  // namespace

TEST_CASE("a cloud event becomes headers in binary content mode") {
    const std::vector<Header> expected{{"ce_id", "0190a8c1"},
                                       {"ce_type", "admin.command.v1"},
                                       {"ce_source", "/opalite/gateway"},
                                       {"ce_time", "2026-01-02T03:04:05.123456789Z"},
                                       {"ce_specversion", "1.0"},
                                       {"content-type", "application/json"},
                                       {"ce_tenant", "42"},
                                       {"ce_traceparent", ""}};
    CHECK(eventlog::to_headers(example()) == expected);
}

TEST_CASE("headers become the same cloud event again, in any order and among strangers") {
    auto headers = eventlog::to_headers(example());
    std::reverse(headers.begin(), headers.end());
    headers.push_back({"x-stranger", "ignored"});
    const auto event = eventlog::from_headers(headers);
    REQUIRE(event.has_value());
    CHECK(event->id == "0190a8c1");
    CHECK(event->type == "admin.command.v1");
    CHECK(event->source == "/opalite/gateway");
    CHECK(event->time == example().time);
    CHECK(event->content_type == "application/json");
    CHECK(event->extension("tenant") == "42");
    CHECK(event->extension("traceparent").empty());
    CHECK(event->extension("missing").empty());
    CHECK(event->extensions.size() == 2);
}

TEST_CASE("a record without a required attribute is no cloud event") {
    const auto* name = GENERATE("ce_id", "ce_type", "ce_source", "ce_time", "ce_specversion");
    const auto event = eventlog::from_headers(without(name));
    REQUIRE_FALSE(event.has_value());
    CHECK(event.error().code() == base::ErrorCode::kInvalidArgument);
    CHECK(event.error().message().find(std::string(name).substr(3)) != std::string::npos);
}

TEST_CASE("other versions and malformed times are refused") {
    auto headers = without("ce_specversion");
    headers.push_back({"ce_specversion", "2.0"});
    CHECK_FALSE(eventlog::from_headers(headers).has_value());
    headers.back().value = "1.1";
    CHECK(eventlog::from_headers(headers).has_value());
    headers = without("ce_time");
    headers.push_back({"ce_time", "yesterday"});
    CHECK_FALSE(eventlog::from_headers(headers).has_value());
}
