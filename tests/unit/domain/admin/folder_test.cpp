#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

using namespace tests::admin;
using a::folder::PlaceObject;
using b::ErrorCode;
using b::ObjectId;

namespace {

a::folder::CreateFolder make(std::int64_t id, const std::string& name) {
    return {ObjectId(id), ObjectId(41000001), name, ""};
}

}  // namespace

TEST_CASE("folders of a workspace have names of their own") {
    Scenario s;
    s.given(create_tenant()).given(make(1, "a")).given(make(2, "b"));
    CHECK(code_of(s.when(make(3, "a"))) == ErrorCode::kConflict);
    CHECK(code_of(s.when(make(3, ""))) == ErrorCode::kInvalidArgument);
    const auto taken = s.when(make(1, "c"));
    CHECK(code_of(taken) == ErrorCode::kConflict);
    CHECK(taken.id_taken);
    CHECK(code_of(s.when(a::folder::CreateFolder{ObjectId(3), ObjectId(9), "c", ""})) == ErrorCode::kNotFound);
    CHECK(code_of(s.when(a::folder::UpdateFolder{ObjectId(2), "a", {}})) == ErrorCode::kConflict);
    CHECK(code_of(s.when(a::folder::UpdateFolder{ObjectId(9), "x", {}})) == ErrorCode::kNotFound);
    CHECK(s.when(a::folder::UpdateFolder{ObjectId(2), {}, "about"}).accepted);
    s.given(a::folder::DeleteFolder{ObjectId(1)});
    CHECK(s.when(a::folder::UpdateFolder{ObjectId(2), "a", {}}).accepted);
    CHECK(code_of(s.when(a::folder::DeleteFolder{ObjectId(1)})) == ErrorCode::kNotFound);
}

TEST_CASE("there is a bound on folders") {
    Scenario s;
    s.given(create_tenant());
    for (std::size_t i = 1; i <= a::folder::folders_max; ++i) s.given(make(static_cast<std::int64_t>(i), std::to_string(i)));
    CHECK(code_of(s.when(make(5000, "one more"))) == ErrorCode::kResourceExhausted);
    s.given(a::folder::DeleteFolder{ObjectId(1)});
    CHECK(s.when(make(5000, "one more")).accepted);
}

TEST_CASE("an object is in one folder, and in none once the folder or the object is removed") {
    Scenario s;
    s.given(create_tenant()).given(datastream(41000010, 41000011, "Default")).given(make(1, "a")).given(make(2, "b"));
    CHECK(code_of(s.when(PlaceObject{ObjectId(77), ObjectId(1)})) == ErrorCode::kNotFound);
    CHECK(code_of(s.when(PlaceObject{ObjectId(41000010), ObjectId(9)})) == ErrorCode::kNotFound);
    CHECK(code_of(s.when(PlaceObject{ObjectId(41000011), ObjectId(1)})) == ErrorCode::kNotFound);  // it goes with its datastream
    s.given(PlaceObject{ObjectId(41000010), ObjectId(1)}).given(PlaceObject{ObjectId(41000010), ObjectId(2)});
    const auto placed = [&] { return s.state.placements.get(b::TenantId("100"), ObjectId(41000010)); };
    CHECK(placed().folder == ObjectId(2));
    s.given(a::folder::DeleteFolder{ObjectId(1)});
    CHECK(placed().exists);
    s.given(a::folder::DeleteFolder{ObjectId(2)});
    CHECK_FALSE(placed().exists);
    s.given(make(3, "c")).given(PlaceObject{ObjectId(41000010), ObjectId(3)}).given(PlaceObject{ObjectId(41000010), {}});
    CHECK_FALSE(placed().exists);
    s.given(PlaceObject{ObjectId(41000010), ObjectId(3)});
    a::datastream::UpdateDatastream off;
    off.datastream = b::DatastreamId(41000010);
    off.disabled = true;
    s.given(off).given(a::datastream::DeleteDatastream{b::DatastreamId(41000010)});
    CHECK_FALSE(placed().exists);
}
