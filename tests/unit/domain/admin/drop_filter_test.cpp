#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

using namespace tests::admin;
using a::drop_filter::CreateDropFilter;
using a::drop_filter::DeleteDropFilter;
using a::drop_filter::UpdateDropFilter;
using b::DatastreamId;
using b::ErrorCode;
using b::ObjectId;

namespace {

CreateDropFilter make(std::int64_t id, std::int64_t datastream = 41000010) {
    CreateDropFilter command{ObjectId(id), DatastreamId(datastream)};
    command.settings.label = "noise";
    command.settings.pipeline = "filter true";
    return command;
}

Scenario with_datastream() {
    Scenario s;
    s.given(create_tenant()).given(datastream(41000010, 41000011, "Default"));
    return s;
}

}  // namespace

TEST_CASE("a drop filter belongs to a datastream and says what it drops") {
    Scenario s = with_datastream();
    s.given(make(1));
    CHECK(code_of(s.when(make(2, 77))) == ErrorCode::kNotFound);
    const auto taken = s.when(make(1));
    CHECK(code_of(taken) == ErrorCode::kConflict);
    CHECK(taken.id_taken);
    CreateDropFilter wrong = make(2);
    wrong.settings.label.clear();
    CHECK(code_of(s.when(wrong)) == ErrorCode::kInvalidArgument);
    wrong = make(2);
    wrong.settings.pipeline.assign(a::drop_filter::pipeline_bytes_max + 1, 'x');
    CHECK(code_of(s.when(wrong)) == ErrorCode::kInvalidArgument);
    for (const std::int64_t share : {std::int64_t{-1}, a::drop_filter::whole + 1}) {
        wrong = make(2);
        wrong.settings.drop_share = share;
        CHECK(code_of(s.when(wrong)) == ErrorCode::kInvalidArgument);
        UpdateDropFilter change{ObjectId(1)};
        change.drop_share = share;
        CHECK(code_of(s.when(change)) == ErrorCode::kInvalidArgument);
    }
    CHECK(code_of(s.when(UpdateDropFilter{ObjectId(9)})) == ErrorCode::kNotFound);
    CHECK(code_of(s.when(DeleteDropFilter{ObjectId(9)})) == ErrorCode::kNotFound);
}

TEST_CASE("what arrived before a filter dropped it stays, and a new name changes nothing about that") {
    Scenario s = with_datastream();
    s.given(make(1), 10);
    const auto state = [&] { return s.state.drop_filters.get(b::TenantId("100"), ObjectId(1)); };
    const auto made_at = state().since;
    CHECK(made_at == at_second(10));
    UpdateDropFilter rename{ObjectId(1)};
    rename.label = "other";
    s.given(rename, 20);
    CHECK(state().settings.label == "other");
    CHECK(state().since == made_at);
    CHECK(state().stamp.version == 2);
    s.given(rename);
    CHECK(state().stamp.version == 2);  // nothing changed
    UpdateDropFilter share{ObjectId(1)};
    share.drop_share = 5;
    s.given(share, 30);
    CHECK(state().settings.drop_share == 5);
    CHECK(state().since == at_second(30));
}

TEST_CASE("filters of a datastream are bounded, and go with it") {
    Scenario s = with_datastream();
    s.given(datastream(41000020, 41000021, "Other"));
    for (std::size_t i = 1; i <= a::drop_filter::filters_of_datastream_max; ++i) s.given(make(static_cast<std::int64_t>(i)));
    CHECK(code_of(s.when(make(500))) == ErrorCode::kResourceExhausted);
    s.given(make(500, 41000020));
    s.given(DeleteDropFilter{ObjectId(1)});
    s.given(make(501));
    a::datastream::UpdateDatastream disable{DatastreamId(41000010)};
    disable.disabled = true;
    s.given(disable).given(a::datastream::DeleteDatastream{DatastreamId(41000010)});
    const auto left = s.state.drop_filters.all(b::TenantId("100"));
    REQUIRE(left.size() == 1);
    CHECK(left[0]->id == ObjectId(500));
}
