#include "domain/identity/permission.hpp"

#include "domain/identity/access_policy.hpp"

namespace domain::identity {

std::string_view name(Permission permission) {
    switch (permission) {
        case Permission::kPublic: return "public";
        case Permission::kIngest: return "ingest";
        case Permission::kMember: return "member";
        case Permission::kQuery: return "query";
        case Permission::kEditServiceAccounts: return "edit service accounts";
        case Permission::kAdminister: return "administer";
    }
    return "unknown";
}

bool may(const Principal& principal, Permission permission) {
    switch (permission) {
        case Permission::kPublic: return true;
        case Permission::kIngest: return false;
        case Permission::kMember:
        case Permission::kQuery: return true;
        case Permission::kEditServiceAccounts:
            return may(principal, Action::kEdit, ObjectRef{ObjectKind::kServiceAccount, 0, {}});
        case Permission::kAdminister: return principal.administrator;
    }
    return false;
}

}  // namespace domain::identity
