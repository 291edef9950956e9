#include "infra/postgres/connection_pool.hpp"

#include <catch2/catch.hpp>
#include <pqxx/pqxx>

#include "infra/postgres/migrator.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/integration/postgres/test_database.hpp"

namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::TenantId;
using infra::postgres::ConnectionPool;
using infra::postgres::Scope;
using infra::runtime::run_async;
using tests::postgres::TestDatabase;

Result<int> number(ConnectionPool& pool, const Scope& scope, const std::string& query) {
    return pool.transact_now(scope, [&](pqxx::transaction_base& transaction) -> Result<int> {
        return transaction.exec1(query)[0].as<int>();
    });
}

Result<void> execute(ConnectionPool& pool, const Scope& scope, const std::string& statements) {
    return pool.transact_now(scope, [&](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec(statements);
        return {};
    });
}

infra::postgres::PostgresOptions options(const std::string& url, std::size_t connections = 2) {
    infra::postgres::PostgresOptions made;
    made.url = url;
    made.connections = connections;
    return made;
}

/// Two logins that row-level security must bind: the tests' superuser, and an owner without any privilege.
std::string login_of_kind(const TestDatabase& database, const std::string& kind) {
    if (kind == "superuser") return database.url();
    database.execute("create role owner_" + database.name() + " login nosuperuser");
    database.execute("alter database " + database.name() + " owner to owner_" + database.name());
    database.execute("grant create on schema public to owner_" + database.name());
    return database.url_as("owner_" + database.name());
}

void drop_login(const TestDatabase& database) {
    database.execute("alter database " + database.name() + " owner to current_user");
    database.execute("drop owned by owner_" + database.name() + " cascade");
    database.execute("drop role owner_" + database.name());
}

}  // namespace

TEST_CASE("a transaction commits on success and rolls back on failure and on exceptions", "[postgres]") {
    const TestDatabase database;
    ConnectionPool pool(options(database.url()));
    database.execute("create table t (a integer primary key)");
    REQUIRE(execute(pool, Scope::service(), "insert into t values (1)").has_value());

    const auto refused = pool.transact_now(Scope::service(), [](pqxx::transaction_base& transaction) -> Result<void> {
        transaction.exec("insert into t values (2)");
        return Error(ErrorCode::kNotFound, "refused by the work");
    });
    REQUIRE(refused.has_error());
    CHECK(refused.error().message() == "refused by the work");
    const auto duplicate = execute(pool, Scope::service(), "insert into t values (3); insert into t values (1)");
    REQUIRE(duplicate.has_error());
    CHECK(duplicate.error().code() == ErrorCode::kInternal);
    CHECK(number(pool, Scope::service(), "select count(*)::integer from t").value() == 1);
}

TEST_CASE("a connection that died while idle is replaced without the caller noticing", "[postgres]") {
    const TestDatabase database;
    ConnectionPool pool(options(database.url(), 1));
    REQUIRE(number(pool, Scope::service(), "select 1").value() == 1);
    database.disconnect_everyone();
    CHECK(number(pool, Scope::service(), "select 2").value() == 2);
}

TEST_CASE("a connection that dies inside a transaction fails the whole of it", "[postgres]") {
    const TestDatabase database;
    ConnectionPool pool(options(database.url(), 1));
    database.execute("create table t (a integer)");
    int calls = 0;
    const auto lost = pool.transact_now(Scope::service(), [&](pqxx::transaction_base& transaction) -> Result<void> {
        ++calls;
        transaction.exec("insert into t values (1)");
        database.disconnect_everyone();
        transaction.exec("insert into t values (2)");
        return {};
    });
    REQUIRE(lost.has_error());
    CHECK(lost.error().code() == ErrorCode::kUnavailable);
    CHECK(calls == 1);
    CHECK(number(pool, Scope::service(), "select count(*)::integer from t").value() == 0);
}

TEST_CASE("a statement over its time is cancelled, and the connection goes on", "[postgres]") {
    const TestDatabase database;
    auto short_patience = options(database.url(), 1);
    short_patience.statement_timeout = std::chrono::milliseconds(50);
    ConnectionPool pool(short_patience);
    const auto late = execute(pool, Scope::service(), "select pg_sleep(30)");
    REQUIRE(late.has_error());
    CHECK(late.error().code() == ErrorCode::kDeadlineExceeded);
    CHECK(number(pool, Scope::service(), "select 1").value() == 1);
}

TEST_CASE("a server that is not there gives kUnavailable", "[postgres]") {
    ConnectionPool pool(options("postgresql:///x?host=/nowhere", 1));
    const auto pinged = run_async(pool.ping());
    REQUIRE(pinged.has_error());
    CHECK(pinged.error().code() == ErrorCode::kUnavailable);
}

TEST_CASE("a tenant's transaction sees and changes its own rows only, whatever its statements say", "[postgres]") {
    const auto kind = GENERATE(std::string("superuser"), std::string("owner"));
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    const std::string url = login_of_kind(database, kind);
    REQUIRE(infra::postgres::migrate(url).has_value());
    {
        ConnectionPool pool(options(url));
        for (const std::string tenant : {"100", "200"}) {
            REQUIRE(execute(pool, Scope::service(), "insert into tenants values ('" + tenant + "', 'x', 0)").has_value());
            REQUIRE(execute(pool, Scope::of(TenantId(tenant)),
                            "insert into users (tenant, id, email, email_key, label, administrator, disabled, password_hash, created_at, "
                            "updated_at) values ('" + tenant + "', 1, 'a', 'a', '', true, false, 'hash', 0, 0)")
                        .has_value());
        }
        const Scope first = Scope::of(TenantId("100"));
        // Queries that forgot their condition.
        CHECK(number(pool, first, "select count(*)::integer from users").value() == 1);
        CHECK(number(pool, first, "select count(*)::integer from tenants").value() == 1);
        CHECK(number(pool, first, "select count(*)::integer from users where tenant = '200'").value() == 0);
        REQUIRE(execute(pool, first, "update users set email = 'stolen'").has_value());
        REQUIRE(execute(pool, first, "delete from tenants where tenant <> '100'").has_value());
        CHECK(number(pool, Scope::service(), "select count(*)::integer from users where email = 'stolen'").value() == 1);
        CHECK(number(pool, Scope::service(), "select count(*)::integer from tenants").value() == 2);
        // Rows cannot be planted in another tenant either.
        CHECK(execute(pool, first, "insert into tenants values ('300', 'x', 0)").has_error());
        CHECK(execute(pool, first, "update users set tenant = '200'").has_error());
        // A tenant that is no tenant sees nothing, least of all everything.
        CHECK(number(pool, Scope::of(TenantId("*")), "select count(*)::integer from users").value() == 0);
        CHECK(number(pool, Scope::of(TenantId("")), "select count(*)::integer from users").value() == 0);
        // The scope ends with its transaction.
        CHECK(number(pool, Scope::service(), "select count(*)::integer from users").value() == 2);
    }
    if (kind == "owner") drop_login(database);
}
