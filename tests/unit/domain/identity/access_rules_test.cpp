#include "domain/identity/access_rules.hpp"

#include <catch2/catch.hpp>

namespace {

using namespace domain::identity;  // NOLINT
namespace b = domain::base;

const ObjectRef kDatasetRef{ObjectKind::kDataset, 50, {}};

bool may_view(const AccessRules& rules, std::int64_t user) {
    return rules.rights_of(b::UserId(user)).may(Action::kView, kDatasetRef);
}

AccessGrant view(Subject subject) { return {subject, Target::one(50), Role::kViewer}; }

}  // namespace

TEST_CASE("a grant to everyone reaches all, one to a user that user") {
    CHECK(may_view(AccessRules(1, {view(Subject::everyone())}, {}), 7));
    const AccessRules own(1, {view(Subject::user(b::UserId(7)))}, {});
    CHECK(may_view(own, 7));
    CHECK_FALSE(may_view(own, 8));
}

TEST_CASE("a user and a group with the same number are two") {
    const AccessRules rules(1, {view(Subject::group(GroupId(7)))}, {});
    CHECK_FALSE(may_view(rules, 7));
}

TEST_CASE("a grant to a group reaches the members of the groups in it") {
    const std::vector<Membership> memberships{{GroupId(1), Subject::group(GroupId(2))},
                                              {GroupId(2), Subject::group(GroupId(3))},
                                              {GroupId(3), Subject::user(b::UserId(7))},
                                              {GroupId(1), Subject::user(b::UserId(8))}};
    const AccessRules outer(1, {view(Subject::group(GroupId(1)))}, memberships);
    CHECK(may_view(outer, 7));
    CHECK(may_view(outer, 8));
    CHECK_FALSE(may_view(outer, 9));
    const AccessRules inner(1, {view(Subject::group(GroupId(3)))}, memberships);
    CHECK(may_view(inner, 7));
    CHECK_FALSE(may_view(inner, 8));
}

TEST_CASE("roles from several ways add up") {
    const AccessRules rules(1, {{Subject::everyone(), Target::tenant(), Role::kLister},
                                {Subject::user(b::UserId(7)), Target::one(50), Role::kIngester}}, {});
    const Rights rights = rules.rights_of(b::UserId(7));
    CHECK(rights.may(Action::kList, kDatasetRef));
    CHECK(rights.may(Action::kIngest, kDatasetRef));
    CHECK_FALSE(rights.may(Action::kView, kDatasetRef));
    CHECK_FALSE(rights.may(Action::kIngest, ObjectRef{ObjectKind::kDataset, 51, {}}));
}

TEST_CASE("a circle of groups is found before it is made, and does no harm") {
    const std::vector<Membership> chain{{GroupId(1), Subject::group(GroupId(2))}, {GroupId(2), Subject::group(GroupId(3))}};
    CHECK(would_be_circle(chain, GroupId(1), GroupId(1)));
    CHECK(would_be_circle(chain, GroupId(3), GroupId(1)));
    CHECK(would_be_circle(chain, GroupId(2), GroupId(1)));
    CHECK_FALSE(would_be_circle(chain, GroupId(1), GroupId(3)));
    CHECK_FALSE(would_be_circle(chain, GroupId(3), GroupId(4)));
    const AccessRules circle(1, {view(Subject::group(GroupId(2)))},
                             {{GroupId(1), Subject::group(GroupId(2))}, {GroupId(2), Subject::group(GroupId(1))},
                              {GroupId(1), Subject::user(b::UserId(7))}});
    CHECK(may_view(circle, 7));
}
