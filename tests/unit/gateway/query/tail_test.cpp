#include <catch2/catch.hpp>

#include "gateway/query/accept.hpp"
#include "gateway/query/tail_form.hpp"
#include "gateway/query/tail_places.hpp"

namespace {

using namespace gateway::query;  // NOLINT: scenarios read better bare
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::TenantId;

/// Two rows of one number.
class Numbers final : public domain::query::RowBatch {
public:
    std::size_t rows() const override { return 2; }
    const std::vector<domain::query::ColumnView>& columns() const override { return columns_; }

private:
    std::int64_t values_[2] = {7, 8};
    std::vector<domain::query::ColumnView> columns_{{values_, nullptr}};
};

std::string everything(TailForm form) {
    std::string out;
    form.nothing(out);
    form.rows(Numbers(), out);
    form.skipped(12, out);
    form.end(Error(ErrorCode::kNotFound, "dataset not found: \"x\""), out);
    form.end(Error(ErrorCode::kInternal, "a secret of ours"), out);
    return out;
}

std::vector<domain::catalog::Column> number() { return {{"n", domain::catalog::Type::kInt64}}; }

}  // namespace

TEST_CASE("a tail is lines, or events for whoever asks for them") {
    CHECK(everything(TailForm("", number())) == "\n{\"n\":\"7\"}\n{\"n\":\"8\"}\n{\"@tail\":{\"skipped\":12}}\n"
                                                "{\"@tail\":{\"ok\":false,\"message\":\"dataset not found: \\\"x\\\"\"}}\n"
                                                "{\"@tail\":{\"ok\":false,\"message\":\"internal error\"}}\n");
    CHECK(everything(TailForm("text/event-stream; numbers=native", number())) ==
          ":\n\ndata: {\"n\":7}\n\ndata: {\"n\":8}\n\nevent: skipped\ndata: {\"skipped\":12}\n\n"
          "event: error\ndata: {\"ok\":false,\"message\":\"dataset not found: \\\"x\\\"\"}\n\n"
          "event: error\ndata: {\"ok\":false,\"message\":\"internal error\"}\n\n");
}

TEST_CASE("what a client accepts decides about events and numbers") {
    CHECK(wants_events("text/html, Text/Event-Stream;q=0.5"));
    CHECK_FALSE(wants_events("application/x-ndjson, */*"));
    CHECK(ndjson_numbers("application/x-ndjson; numbers=native") == NumberStyle::kNative);
    CHECK(ndjson_numbers("*/*, application/x-ndjson;numbers=text") == NumberStyle::kText);
    CHECK(ndjson_numbers("") == NumberStyle::kText);
}

TEST_CASE("a tenant has its number of tails, a gateway has its own") {
    TailPlaces places;
    std::vector<TailPlaces::Place> taken;
    const auto take = [&](const std::string& tenant) {
        auto place = places.take(TenantId(tenant));
        if (place) taken.push_back(std::move(*place));
        return place.has_value();
    };
    for (std::size_t i = 0; i < TailPlaces::tenant_max; ++i) REQUIRE(take("1"));
    CHECK_FALSE(take("1"));
    while (taken.size() < TailPlaces::gateway_max) REQUIRE(take(std::to_string(10 + taken.size())));
    const auto refused = places.take(TenantId("9"));
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == ErrorCode::kResourceExhausted);
    while (taken.size() > 20) taken.pop_back();
    CHECK(take("9"));
    taken.clear();
    CHECK(take("1"));
}
