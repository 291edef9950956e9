#include "domain/identity/access_rules.hpp"

#include <set>

namespace domain::identity {
namespace {

using GroupsOf = std::map<Subject, std::vector<GroupId>>;

GroupsOf groups_by_member(const std::vector<Membership>& memberships) {
    GroupsOf groups;
    for (const Membership& membership : memberships) groups[membership.member].push_back(membership.group);
    return groups;
}

/// Calls `visit` with the start and with every group that it is in, each once.
template <class Visit>
void climb(const GroupsOf& groups, Subject start, Visit visit) {
    std::set<Subject> seen{start};
    std::vector<Subject> open{start};
    while (!open.empty()) {
        const Subject at = open.back();
        open.pop_back();
        visit(at);
        const auto found = groups.find(at);
        if (found == groups.end()) continue;
        for (const GroupId group : found->second) {
            if (seen.insert(Subject::group(group)).second) open.push_back(Subject::group(group));
        }
    }
}

}  // namespace

AccessRules::AccessRules(std::int64_t version, const std::vector<AccessGrant>& grants,
                         const std::vector<Membership>& memberships)
    : version_(version), groups_(groups_by_member(memberships)) {
    for (const AccessGrant& grant : grants) grants_[grant.subject].push_back(grant);
}

Rights AccessRules::rights_of(base::UserId user) const {
    Rights rights;
    const auto add_grants_to = [&](Subject subject) {
        const auto found = grants_.find(subject);
        if (found == grants_.end()) return;
        for (const AccessGrant& grant : found->second) rights.add(grant.target, grant.role);
    };
    add_grants_to(Subject::everyone());
    climb(groups_, Subject::user(user), add_grants_to);
    return rights;
}

bool would_be_circle(const std::vector<Membership>& memberships, GroupId group, GroupId member) {
    bool found = false;
    climb(groups_by_member(memberships), Subject::group(group), [&](Subject at) { found |= at == Subject::group(member); });
    return found;
}

}  // namespace domain::identity
