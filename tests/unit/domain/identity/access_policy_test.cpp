#include "domain/identity/access_policy.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "domain/identity/permission.hpp"

namespace {

using namespace domain::identity;  // NOLINT: the tables read better bare
namespace b = domain::base;

constexpr std::int64_t kObject = 41000050;
constexpr std::int64_t kOther = 41000051;
constexpr std::int64_t kContainer = 41000001;

Principal with(const Target& target, Role role) {
    auto rights = std::make_shared<Rights>();
    rights->add(target, role);
    return Principal{b::TenantId("123"), b::UserId(7), b::ApiTokenId("t"), false, std::move(rights)};
}

const std::vector<std::pair<std::string, Target>>& targets() {
    static const std::vector<std::pair<std::string, Target>> all{
        {"tenant", Target::tenant()},
        {"kind dataset", Target::all_of(ObjectKind::kDataset)},
        {"kind serviceAccount", Target::all_of(ObjectKind::kServiceAccount)},
        {"object", Target::one(kObject)},
        {"container", Target::one(kContainer)},
        {"other object", Target::one(kOther)},
    };
    return all;
}

/// One line for each role, target and kind of object: what may be done with the object that stands in the container.
std::string matrix() {
    std::ostringstream text;
    for (std::size_t r = 0; r < roles_count; ++r) {
        const auto role = static_cast<Role>(r);
        for (const auto& [target_name, target] : targets()) {
            const Principal principal = with(target, role);
            for (std::size_t k = 0; k < object_kinds_count; ++k) {
                const auto kind = static_cast<ObjectKind>(k);
                text << name(role) << " on " << target_name << " | " << name(kind) << ":";
                for (std::size_t a = 0; a < actions_count; ++a) {
                    const auto action = static_cast<Action>(a);
                    if (may(principal, action, ObjectRef{kind, kObject, {kContainer}})) text << ' ' << name(action);
                }
                for (const Permission permission : {Permission::kQuery, Permission::kEditServiceAccounts,
                                                    Permission::kAdminister, Permission::kIngest}) {
                    if (k == 0 && may(principal, permission)) text << " [" << name(permission) << ']';
                }
                text << '\n';
            }
        }
    }
    return text.str();
}

}  // namespace

TEST_CASE("what every role gives on every target is what the golden matrix says") {
    const std::string file = std::string(OPALITE_GOLDEN) + "/matrix.txt";
    if (std::getenv("UPDATE_GOLDEN") != nullptr) std::ofstream(file) << matrix();
    std::ifstream stream(file);
    std::ostringstream golden;
    golden << stream.rdbuf();
    CHECK(matrix() == golden.str());
}

TEST_CASE("an administrator may do everything, a caller without rights nothing") {
    Principal principal{b::TenantId("123"), b::UserId(7), b::ApiTokenId("t"), true};
    for (std::size_t k = 0; k < object_kinds_count; ++k) {
        const ObjectRef object{static_cast<ObjectKind>(k), kObject, {}};
        for (std::size_t a = 0; a < actions_count; ++a) {
            principal.administrator = true;
            CHECK(may(principal, static_cast<Action>(a), object));
            principal.administrator = false;
            CHECK_FALSE(may(principal, static_cast<Action>(a), object));
        }
    }
}

TEST_CASE("what may not be listed does not exist, what may be listed is refused") {
    const ObjectRef object{ObjectKind::kDataset, kObject, {}};
    const auto hidden = demand(with(Target::one(kOther), Role::kManager), Action::kView, object, "dataset", "41000050");
    REQUIRE(hidden.has_error());
    CHECK(hidden.error().code() == b::ErrorCode::kNotFound);
    CHECK(hidden.error().message() == "dataset not found: 41000050");
    const auto refused = demand(with(Target::one(kObject), Role::kViewer), Action::kEdit, object, "dataset", "41000050");
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == b::ErrorCode::kPermissionDenied);
    CHECK(demand(with(Target::one(kObject), Role::kEditor), Action::kEdit, object, "dataset", "41000050").has_value());
}

TEST_CASE("a grant can be passed on by who may manage all that it covers") {
    const auto may_manage = [](const Target& own, const Target& wanted) {
        return with(own, Role::kManager).rights->may(Action::kManage, wanted);
    };
    CHECK(may_manage(Target::tenant(), Target::tenant()));
    CHECK(may_manage(Target::tenant(), Target::all_of(ObjectKind::kDataset)));
    CHECK(may_manage(Target::tenant(), Target::one(kObject)));
    CHECK_FALSE(may_manage(Target::tenant(), Target::all_of(ObjectKind::kServiceAccount)));
    CHECK_FALSE(may_manage(Target::all_of(ObjectKind::kDataset), Target::tenant()));
    CHECK_FALSE(may_manage(Target::one(kObject), Target::one(kOther)));
    CHECK_FALSE(may_manage(Target::one(kObject), Target::all_of(ObjectKind::kDataset)));
    CHECK(may_manage(Target::one(kObject), Target::one(kObject)));
    CHECK_FALSE(with(Target::tenant(), Role::kEditor).rights->may(Action::kManage, Target::one(kObject)));
}

TEST_CASE("names are read as they are written") {
    for (std::size_t r = 0; r < roles_count; ++r) CHECK(role_from(name(static_cast<Role>(r))) == static_cast<Role>(r));
    CHECK_FALSE(role_from("Owner").has_value());
    CHECK_FALSE(grantable_kind_from("audit").has_value());
    CHECK(grantable_kind_from("serviceAccount") == ObjectKind::kServiceAccount);
}
