#include "gateway/auth/access_memory.hpp"

#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "tests/unit/gateway/auth/fake_control_reader.hpp"

namespace {

using namespace domain::identity;  // NOLINT
using domain::base::TenantId;
using domain::base::UserId;
using infra::runtime::run_async;

const ObjectRef kDatasetRef{ObjectKind::kDataset, 50, {}};

AccessRules rules(std::int64_t version, std::int64_t user) {
    return AccessRules(version, {{Subject::user(UserId(user)), Target::one(50), Role::kViewer}}, {});
}

struct AccessMemoryFixture {
    bool may_view(std::int64_t user, std::int64_t version) {
        const auto rights = run_async(memory.rights(TenantId("100"), UserId(user), version));
        return rights.value()->may(Action::kView, kDatasetRef);
    }
    tests::FakeControlReader reader;
    gateway::auth::AccessMemory memory{reader};
};

}  // namespace

TEST_CASE("rules are read once for a version, whoever asks") {
    AccessMemoryFixture f;
    f.reader.rules = rules(3, 7);
    CHECK(f.may_view(7, 3));
    CHECK(f.may_view(7, 3));
    CHECK_FALSE(f.may_view(8, 3));
    CHECK(f.may_view(7, 2));  // an older one is good with what is newer
    CHECK(f.reader.rules_asked == 1);
}

TEST_CASE("a newer version is read at once") {
    AccessMemoryFixture f;
    f.reader.rules = rules(3, 7);
    CHECK(f.may_view(7, 3));
    f.reader.rules = rules(4, 8);
    CHECK(f.may_view(7, 3));
    CHECK_FALSE(f.may_view(7, 4));
    CHECK(f.may_view(8, 4));
    CHECK(f.reader.rules_asked == 2);
}

TEST_CASE("after a rebuild, which counts anew, what was known is forgotten") {
    AccessMemoryFixture f;
    f.reader.rules = rules(9, 7);
    CHECK(f.may_view(7, 9));
    f.reader.rules = rules(1, 8);
    f.memory.clear();
    CHECK_FALSE(f.may_view(7, 1));
}

TEST_CASE("when the store is away nobody gets rights") {
    AccessMemoryFixture f;
    f.reader.down = true;
    CHECK(run_async(f.memory.rights(TenantId("100"), UserId(7), 1)).has_error());
}
