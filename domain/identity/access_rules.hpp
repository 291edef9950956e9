#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "domain/identity/access_policy.hpp"
#include "domain/identity/ids.hpp"

namespace domain::identity {

/// To whom a grant gives something, or who is a member of a group.
struct Subject {
    enum class Kind { kUser, kGroup, kEveryone };
    Kind kind = Kind::kEveryone;
    std::int64_t id = 0;  ///< of the user or group; 0 for everyone

    static Subject user(base::UserId id) { return {Kind::kUser, id.value()}; }
    static Subject group(GroupId id) { return {Kind::kGroup, id.value()}; }
    static Subject everyone() { return {}; }
    friend auto operator<=>(const Subject&, const Subject&) = default;
};

struct AccessGrant {
    Subject subject;
    Target target;
    Role role = Role::kLister;
    friend bool operator==(const AccessGrant&, const AccessGrant&) = default;
};

/// That a user or a group is in a group. `Everyone` is implicit: all users and service accounts of the tenant are in it.
struct Membership {
    GroupId group;
    Subject member;
    friend auto operator<=>(const Membership&, const Membership&) = default;
};

/// Who is in which group and what was granted, of one tenant at one moment. Immutable, thread-safe.
class AccessRules {
public:
    AccessRules(std::int64_t version, const std::vector<AccessGrant>& grants, const std::vector<Membership>& memberships);

    /// Grows with every change of groups, members and grants.
    std::int64_t version() const { return version_; }

    /// The sum of what the user, all groups that hold the user, also through others, and everyone were granted. Circles of
    /// groups, which no decision lets happen, do no harm.
    Rights rights_of(base::UserId user) const;

private:
    std::int64_t version_;
    std::map<Subject, std::vector<AccessGrant>> grants_;
    std::map<Subject, std::vector<GroupId>> groups_;
};

/// True when `member` is `group` or holds it, directly or through others: then it must not become a member of it.
bool would_be_circle(const std::vector<Membership>& memberships, GroupId group, GroupId member);

}  // namespace domain::identity
