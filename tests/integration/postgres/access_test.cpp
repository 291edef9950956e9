// Groups and grants over two gateways and a consumer, and the wall behind them.
#include <random>
#include <thread>

#include <catch2/catch.hpp>
#include <pqxx/pqxx>

#include "domain/identity/access_policy.hpp"
#include "gateway/auth/secrets.hpp"
#include "infra/postgres/access_reader.hpp"
#include "infra/postgres/audit_trail.hpp"
#include "tests/integration/postgres/admin_commands.hpp"
#include "tests/integration/postgres/service.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
namespace admin = domain::admin;
namespace identity = domain::identity;
using domain::base::TenantId;
using domain::base::UserId;
using gateway::auth::sha256_hex;
using identity::GrantId;
using identity::GroupId;
using identity::Subject;
using infra::runtime::run_async;

/// A number for commands, which must not repeat.
std::string next_id() {
    static std::atomic<int> number{0};
    return "c" + std::to_string(++number);
}

void accepted(Gateway& gateway, admin::Command what) {
    const auto outcome = gateway.execute(command(next_id(), "100", std::move(what)));
    INFO(outcome.message);
    REQUIRE(outcome.accepted);
}

/// Tenant 100 with the administrator 1 and the user 7, whose key is `key`, without the grant to everyone.
void found(Gateway& gateway) {
    accepted(gateway, create_tenant());
    accepted(gateway, create_user(1, "admin@example.com"));
    accepted(gateway, admin::user::CreateUser{UserId(7), "b@example.com", "B", false, ""});
    auto key = std::get<admin::user::CreateApiToken>(create_api_token("t7", 7, 'a'));
    key.secret_sha256 = sha256_hex("key");
    key.expires_at = gateway.clock.now() + std::chrono::days(29);
    accepted(gateway, key);
    accepted(gateway, admin::grant::DeleteGrant{admin::grant::default_grant_id});
}

bool may_view(Gateway& gateway, std::int64_t dataset) {
    const auto principal = gateway.api("Bearer 100 key");
    REQUIRE(principal.has_value());
    return identity::may(*principal, identity::Action::kView, {identity::ObjectKind::kDataset, dataset, {}});
}

admin::Command grant(std::int64_t id, Subject subject, std::int64_t object) {
    return admin::grant::CreateGrant{GrantId(id), {subject, identity::Target::one(object), identity::Role::kViewer}};
}

}  // namespace

TEST_CASE("what one gateway has changed the next request to another one sees", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway one(log, database.url());
    Gateway two(log, database.url());
    REQUIRE(eventually([&] { return one.began > 0 && two.began > 0; }));
    found(one);
    accepted(one, admin::group::CreateGroup{GroupId(70), "outer", ""});
    accepted(one, admin::group::CreateGroup{GroupId(71), "inner", ""});
    accepted(one, grant(500, Subject::group(GroupId(70)), 60));
    accepted(one, admin::group::AddMember{GroupId(70), Subject::group(GroupId(71))});

    std::mt19937 random(20261121);
    bool is_granted = false;
    bool is_member = false;
    for (int i = 0; i < 250; ++i) {
        Gateway& changing = random() % 2 == 0 ? one : two;
        Gateway& asked = &changing == &one ? two : one;
        CAPTURE(i);
        if (random() % 2 == 0) {
            if (is_granted) accepted(changing, admin::grant::DeleteGrant{GrantId(501)});
            else accepted(changing, grant(501, Subject::user(UserId(7)), 50));
            is_granted = !is_granted;
        } else {
            const Subject member = Subject::user(UserId(7));
            if (is_member) accepted(changing, admin::group::RemoveMember{GroupId(71), member});
            else accepted(changing, admin::group::AddMember{GroupId(71), member});
            is_member = !is_member;
        }
        // No waiting: the acknowledged change holds everywhere.
        REQUIRE(may_view(asked, 50) == is_granted);
        REQUIRE(may_view(asked, 60) == is_member);
        REQUIRE(may_view(changing, 50) == is_granted);
    }
}

TEST_CASE("a gateway that hears nothing any more delays a change by a second at most", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway one(log, database.url());
    found(one);
    // A listener that never answers, as a hung process would be.
    infra::postgres::Notifier deaf(database.url(), infra::postgres::listener_name());
    std::atomic<bool> began = false;
    infra::postgres::Notifier::Listener listener;
    listener.received = [](std::string_view) {};
    listener.began = [&] { began = true; };
    deaf.listen(infra::postgres::kBarrierChannel, std::move(listener));
    deaf.start();
    REQUIRE(eventually([&] { return began.load(); }));
    const auto start = std::chrono::steady_clock::now();
    accepted(one, grant(501, Subject::user(UserId(7)), 50));
    const auto took = std::chrono::steady_clock::now() - start;
    CHECK(took >= infra::postgres::ChangeBarrier::trust_max - std::chrono::milliseconds(50));
    CHECK(may_view(one, 50));
    deaf.stop();
}

TEST_CASE("two gateways make the same group at once: one of them does", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway one(log, database.url());
    Gateway two(log, database.url());
    found(one);
    for (int i = 0; i < 50; ++i) {
        const std::string name = "group " + std::to_string(i);
        admin::Outcome first, second;
        std::thread other([&] {
            second = two.execute(command(next_id(), "100", admin::group::CreateGroup{GroupId(2 * i + 1), name, ""}));
        });
        first = one.execute(command(next_id(), "100", admin::group::CreateGroup{GroupId(2 * i + 2), name, ""}));
        other.join();
        CHECK(first.accepted != second.accepted);
        CHECK((first.accepted ? second : first).code == domain::base::ErrorCode::kConflict);
    }
}

TEST_CASE("another tenant's groups, grants and accounts are not there, whatever a statement asks for", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway gateway(log, database.url());
    found(gateway);
    accepted(gateway, admin::group::CreateGroup{GroupId(70), "ops", ""});
    accepted(gateway, admin::group::AddMember{GroupId(70), Subject::user(UserId(7))});
    accepted(gateway, grant(501, Subject::user(UserId(7)), 50));

    infra::postgres::PostgresAccessReader access(gateway.pool);
    CHECK(run_async(access.groups(TenantId("100"))).value().size() == 1);
    CHECK(run_async(access.groups_of(TenantId("100"), UserId(7))).value() == std::vector<GroupId>{GroupId(70)});
    CHECK(run_async(access.members(TenantId("100"), GroupId(70))).value().at(0).label == "B");
    CHECK(run_async(access.grants(TenantId("100"))).value().size() == 1);
    CHECK(run_async(access.object_exists(TenantId("100"), 41000001)).value());
    for (const std::string other : {"200", "1000", ""}) {
        CHECK(run_async(access.groups(TenantId(other))).value().empty());
        CHECK(run_async(access.members(TenantId(other), GroupId(70))).value().empty());
        CHECK(run_async(access.grants(TenantId(other))).value().empty());
        CHECK_FALSE(run_async(access.object_exists(TenantId(other), 41000001)).value());
    }
    // Without any condition: the policies of the database are what is left.
    auto everything = [](pqxx::transaction_base& transaction) -> domain::base::Result<std::int64_t> {
        std::int64_t rows = 0;
        for (const char* table : {"tenants", "workspaces", "users", "api_tokens", "groups", "group_members", "grants", "access_states",
                                  "datasets", "command_outcomes"}) {
            rows += transaction.exec1(std::string("select count(*) from ") + table)[0].as<std::int64_t>();
        }
        return rows;
    };
    const auto count = [&](const std::string& tenant) {
        auto work = everything;
        return run_async(gateway.pool.transact(infra::postgres::Scope::of(TenantId(tenant)), std::move(work))).value();
    };
    CHECK(count("100") > 10);
    CHECK(count("200") == 0);
    CHECK(count("not a tenant") == 0);
}

TEST_CASE("the audit trail tells every decided command once, in order, without secrets", "[postgres]") {
    const TestDatabase database;
    tests::InMemoryEventLog log;
    const Consumer consumer(log, database.url());
    Gateway gateway(log, database.url());
    found(gateway);
    auto refused = command(next_id(), "100", admin::group::CreateGroup{GroupId(9), "Everyone", ""});
    refused.actor = "user:1";
    refused.address = "192.0.2.1";
    refused.token = "t1";
    CHECK_FALSE(gateway.execute(refused).accepted);

    infra::postgres::PostgresAuditTrail trail(gateway.pool);
    std::vector<admin::audit::Entry> entries;
    while (true) {
        const auto page = run_async(trail.next(2)).value();
        if (!page) break;
        CHECK(page->entries.size() <= 2);
        entries.insert(entries.end(), page->entries.begin(), page->entries.end());
        // As the landing does, with the segments.
        database.execute("insert into checkpoints values ('audit', 'opalite.admin', " + std::to_string(page->partition.value()) +
                         ", " + std::to_string(page->to.value()) + ") on conflict (consumer_group, topic, partition_id) do "
                         "update set next_offset = excluded.next_offset");
    }
    REQUIRE(entries.size() == 6);
    CHECK(entries[0].command == "admin.tenant.create.v1");
    CHECK(entries[5].token == "t1");
    CHECK(entries[5].address == "192.0.2.1");
    CHECK(entries[5].error == "conflict");
    const std::string last = admin::audit::to_json(entries[5]);
    CHECK(last.find(R"("outcome":"refused")") != std::string::npos);
    CHECK(last.find(R"("details":{"group":9,"name":"Everyone"})") != std::string::npos);
    for (const auto& entry : entries) {
        const std::string shown = admin::audit::to_json(entry);
        CHECK(shown.find("argon2id") == std::string::npos);
        CHECK(shown.find(sha256_hex("key")) == std::string::npos);
    }
}
