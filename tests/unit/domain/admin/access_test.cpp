#include <catch2/catch.hpp>

#include "tests/unit/domain/admin/scenario.hpp"

namespace {

using namespace tests::admin;  // NOLINT: scenarios read better bare
namespace i = domain::identity;
using b::ErrorCode;

a::user::CreateUser administrator(std::int64_t id) {
    return {b::UserId(id), std::to_string(id) + "@example.com", "Label", true, "$argon2id$1"};
}
a::user::UpdateUser disable(std::int64_t id) { return {b::UserId(id), {}, {}, {}, true}; }
a::user::UpdateUser demote(std::int64_t id) { return {b::UserId(id), {}, {}, false, {}}; }
a::user::CreateServiceAccount account(std::int64_t id) { return {b::UserId(id), "deploy", "", false}; }
a::group::CreateGroup make_group(std::int64_t id, const std::string& name) { return {i::GroupId(id), name, ""}; }
a::group::AddMember add_user(std::int64_t group, std::int64_t user) {
    return {i::GroupId(group), i::Subject::user(b::UserId(user))};
}
a::group::AddMember add_group(std::int64_t group, std::int64_t member) {
    return {i::GroupId(group), i::Subject::group(i::GroupId(member))};
}
a::grant::CreateGrant make_grant(std::int64_t id, i::Subject subject, i::Role role = i::Role::kEditor) {
    return {i::GrantId(id), {subject, i::Target::tenant(), role}};
}

ErrorCode code(const a::Outcome& outcome) {
    REQUIRE_FALSE(outcome.accepted);
    return outcome.code;
}

}  // namespace

TEST_CASE("a tenant begins with a grant that lets everyone read") {
    Scenario s;
    s.given(create_tenant());
    const auto& grant = s.state.grants.get(kTenant, a::grant::default_grant_id);
    REQUIRE(grant.exists);
    CHECK(a::grant::text_of(grant.gives) == "everyone Viewer of everything");
    CHECK(s.when(a::grant::DeleteGrant{a::grant::default_grant_id}).accepted);
    CHECK(s.state.access.get(kTenant, kTenant).grants == 0);
    CHECK(s.state.access.get(kTenant, kTenant).version == 2);
}

TEST_CASE("the last administrator who can sign in stays one") {
    Scenario s;
    s.given(create_tenant()).given(administrator(1)).given(create_user(2, "b@example.com"));
    CHECK(code(s.when(disable(1))) == ErrorCode::kConflict);
    CHECK(code(s.when(demote(1))) == ErrorCode::kConflict);
    SECTION("one without a password does not count") {
        auto other = administrator(3);
        other.password_hash = "";
        s.given(other);
        CHECK(code(s.when(demote(1))) == ErrorCode::kConflict);
        CHECK(s.when(demote(3)).accepted);
    }
    SECTION("a disabled one does not count") {
        s.given(administrator(3)).given(disable(3));
        CHECK(code(s.when(disable(1))) == ErrorCode::kConflict);
    }
    SECTION("another one lets the first go, and is the last then") {
        s.given(administrator(3)).given(demote(1));
        CHECK(code(s.when(disable(3))) == ErrorCode::kConflict);
    }
    SECTION("of another tenant is none") {
        s.given(create_tenant(), 0, "200").given(administrator(3), 0, "200");
        CHECK(code(s.when(demote(1))) == ErrorCode::kConflict);
    }
    SECTION("other changes of the last one are fine") {
        CHECK(s.when(a::user::UpdateUser{b::UserId(1), {}, "New", {}, {}}).accepted);
        CHECK(s.when(a::user::UpdateUser{b::UserId(1), {}, {}, true, false}).accepted);
        CHECK(s.state.users.get(kTenant, b::UserId(1)).stamp.version == 2);
    }
}

TEST_CASE("a user's email address moves, and is free then") {
    Scenario s;
    s.given(create_tenant()).given(create_user(1, "a@example.com")).given(create_user(2, "b@example.com"));
    const auto move = [](std::int64_t id, const std::string& email) { return a::user::UpdateUser{b::UserId(id), email}; };
    CHECK(code(s.when(move(1, "B@example.com"))) == ErrorCode::kConflict);
    CHECK(code(s.when(move(1, ""))) == ErrorCode::kInvalidArgument);
    CHECK(s.when(move(1, "A@Example.com")).accepted);
    CHECK(s.when(move(1, "c@example.com")).accepted);
    CHECK(s.when(move(2, "a@example.com")).accepted);
    CHECK(code(s.when(move(3, "d@example.com"))) == ErrorCode::kNotFound);
}

TEST_CASE("a service account is no person, and the other way round") {
    Scenario s;
    s.given(create_tenant()).given(account(5)).given(create_user(6, "a@example.com"));
    CHECK(code(s.when(a::user::UpdateUser{b::UserId(5), {}, {}, true, {}})) == ErrorCode::kNotFound);
    CHECK(code(s.when(a::user::SetPassword{b::UserId(5), "$argon2id$1"})) == ErrorCode::kNotFound);
    CHECK(code(s.when(a::user::UpdateServiceAccount{b::UserId(6), "x"})) == ErrorCode::kNotFound);
    CHECK(code(s.when(a::user::DeleteServiceAccount{b::UserId(6)})) == ErrorCode::kNotFound);
    CHECK(code(s.when(a::user::UpdateServiceAccount{b::UserId(5), ""})) == ErrorCode::kInvalidArgument);
    const auto taken = s.when(account(5));
    CHECK(code(taken) == ErrorCode::kConflict);
    CHECK(taken.id_taken);
    CHECK(s.when(a::user::UpdateServiceAccount{b::UserId(5), {}, "about", true}).accepted);
    CHECK(s.state.users.get(kTenant, b::UserId(5)).disabled);
}

TEST_CASE("a removed service account is gone with its tokens, memberships and grants") {
    Scenario s;
    s.given(create_tenant()).given(account(5)).given(account(6)).given(api_token("t5", 5, 100)).given(api_token("t6", 6, 100));
    s.given(make_group(1, "ops")).given(add_user(1, 5)).given(add_user(1, 6));
    s.given(make_grant(50, i::Subject::user(b::UserId(5)))).given(make_grant(60, i::Subject::user(b::UserId(6))));
    s.given(a::user::DeleteServiceAccount{b::UserId(5)});
    CHECK_FALSE(s.state.users.get(kTenant, b::UserId(5)).exists);
    CHECK_FALSE(s.state.api_tokens.get(kTenant, b::ApiTokenId("t5")).exists);
    CHECK(s.state.api_tokens.get(kTenant, b::ApiTokenId("t6")).exists);
    CHECK(s.state.members.all(kTenant).size() == 1);
    CHECK(s.state.access.get(kTenant, kTenant).members == 1);
    CHECK(s.state.access.get(kTenant, kTenant).grants == 2);
    CHECK(code(s.when(api_token("t7", 5, 100))) == ErrorCode::kNotFound);
}

TEST_CASE("group names are taken once, Everyone always is") {
    Scenario s;
    s.given(create_tenant()).given(make_group(1, "ops"));
    CHECK(code(s.when(make_group(2, "ops"))) == ErrorCode::kConflict);
    CHECK(code(s.when(make_group(2, "Everyone"))) == ErrorCode::kConflict);
    CHECK(code(s.when(make_group(2, ""))) == ErrorCode::kInvalidArgument);
    s.given(make_group(2, "dev"));
    CHECK(code(s.when(a::group::UpdateGroup{i::GroupId(2), "ops"})) == ErrorCode::kConflict);
    CHECK(code(s.when(a::group::UpdateGroup{i::GroupId(2), "Everyone"})) == ErrorCode::kConflict);
    CHECK(s.when(a::group::UpdateGroup{i::GroupId(2), "dev", "about"}).accepted);
    s.given(a::group::DeleteGroup{i::GroupId(1)});
    CHECK(s.when(a::group::UpdateGroup{i::GroupId(2), "ops"}).accepted);
    CHECK(code(s.when(a::group::DeleteGroup{i::GroupId(1)})) == ErrorCode::kNotFound);
}

TEST_CASE("groups nest without circles") {
    Scenario s;
    s.given(create_tenant()).given(make_group(1, "a")).given(make_group(2, "b")).given(make_group(3, "c"));
    s.given(add_group(1, 2)).given(add_group(2, 3));
    CHECK(code(s.when(add_group(3, 1))) == ErrorCode::kConflict);
    CHECK(code(s.when(add_group(1, 1))) == ErrorCode::kConflict);
    CHECK(s.when(add_group(1, 3)).accepted);
    CHECK(s.when(add_group(1, 3)).accepted);  // already: nothing changes
    CHECK(s.state.access.get(kTenant, kTenant).members == 3);
    s.given(a::group::RemoveMember{i::GroupId(2), i::Subject::group(i::GroupId(3))});
    s.given(a::group::RemoveMember{i::GroupId(1), i::Subject::group(i::GroupId(3))});
    CHECK(s.when(add_group(3, 1)).accepted);
}

TEST_CASE("members must exist, and so must their group") {
    Scenario s;
    s.given(create_tenant()).given(make_group(1, "a"));
    CHECK(code(s.when(add_user(1, 9))) == ErrorCode::kNotFound);
    CHECK(code(s.when(add_group(1, 9))) == ErrorCode::kNotFound);
    CHECK(code(s.when(add_user(9, 1))) == ErrorCode::kNotFound);
    CHECK(code(s.when(a::group::AddMember{i::GroupId(1), i::Subject::everyone()})) == ErrorCode::kInvalidArgument);
    CHECK(code(s.when(a::group::RemoveMember{i::GroupId(1), i::Subject::user(b::UserId(1))})) == ErrorCode::kNotFound);
}

TEST_CASE("a removed group takes its memberships and grants with it") {
    Scenario s;
    s.given(create_tenant()).given(create_user(7, "a@example.com")).given(make_group(1, "a")).given(make_group(2, "b"));
    s.given(add_group(1, 2)).given(add_user(2, 7)).given(make_grant(50, i::Subject::group(i::GroupId(2))));
    s.given(a::group::DeleteGroup{i::GroupId(2)});
    CHECK(s.state.members.all(kTenant).empty());
    CHECK(s.state.grants.all(kTenant).size() == 1);
    const auto& access = s.state.access.get(kTenant, kTenant);
    CHECK(access.groups == 1);
    CHECK(access.members == 0);
    CHECK(access.grants == 1);
}

TEST_CASE("the same is granted once, to who exists") {
    Scenario s;
    s.given(create_tenant()).given(create_user(7, "a@example.com"));
    const auto to_user = i::Subject::user(b::UserId(7));
    s.given(make_grant(50, to_user));
    CHECK(code(s.when(make_grant(51, to_user))) == ErrorCode::kConflict);
    CHECK(s.when(make_grant(51, to_user, i::Role::kManager)).accepted);
    const auto taken = s.when(make_grant(50, i::Subject::everyone(), i::Role::kLister));
    CHECK(code(taken) == ErrorCode::kConflict);
    CHECK(taken.id_taken);
    CHECK(code(s.when(make_grant(52, i::Subject::user(b::UserId(8))))) == ErrorCode::kNotFound);
    CHECK(code(s.when(make_grant(52, i::Subject::group(i::GroupId(7))))) == ErrorCode::kNotFound);
    s.given(a::grant::DeleteGrant{i::GrantId(50)});
    CHECK(s.when(make_grant(50, to_user)).accepted);
    CHECK(code(s.when(a::grant::DeleteGrant{i::GrantId(99)})) == ErrorCode::kNotFound);
}
