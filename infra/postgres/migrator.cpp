#include "infra/postgres/migrator.hpp"

#include <algorithm>

#include <pqxx/pqxx>

#include "domain/base/error.hpp"
#include "infra/postgres/connection_pool.hpp"
#include "infra/postgres/pg_error.hpp"

namespace infra::postgres {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;

// Any number that nobody else uses: "opalite" as bytes.
constexpr const char* kLock = "31370281977870437";

/// What the database says was applied; fails when it is not a beginning of `migrations`.
Result<std::size_t> applied_steps(pqxx::connection& connection, const std::vector<Migration>& migrations) {
    pqxx::work transaction(connection);
    transaction.exec("create table if not exists opalite_migrations (version integer primary key, name text not null, "
                     "checksum text not null, applied_at timestamptz not null default now())");
    const auto rows = transaction.exec("select version, name, checksum from opalite_migrations order by version");
    transaction.commit();
    std::size_t count = 0;
    for (const auto& row : rows) {
        const auto name = row[1].as<std::string>();
        if (count == migrations.size() || migrations[count].version != row[0].as<int>()) {
            return Error(ErrorCode::kConflict,
                         "the database was migrated by another version of opalite, which knows the migration: " + name);
        }
        if (migrations[count].checksum != row[2].as<std::string>()) {
            return Error(ErrorCode::kConflict, "a migration changed after it was applied; restore the file and put the change "
                                               "into a new one: " + name);
        }
        ++count;
    }
    return count;
}

void apply(pqxx::connection& connection, const Migration& migration) {
    pqxx::work transaction(connection);
    transaction.exec(migration.sql);
    transaction.exec_params("insert into opalite_migrations (version, name, checksum) values ($1, $2, $3)",
                            migration.version, migration.name, migration.checksum);
    transaction.commit();
}

/// Policies do not bind superusers, so their tenant transactions take a role that is bound. Roles belong to the whole
/// server: another database may have made it already, perhaps at this moment.
void ensure_tenant_role(pqxx::connection& connection) {
    pqxx::work transaction(connection);
    const auto row = transaction.exec1("select rolsuper or rolbypassrls from pg_roles where rolname = current_user");
    if (!row[0].as<bool>()) return;
    transaction.exec(R"sql(
        do $$
        declare
            name text;
        begin
            begin
                if not exists (select from pg_roles where rolname = 'opalite_tenant') then
                    create role opalite_tenant nologin nosuperuser nobypassrls;
                end if;
            exception when duplicate_object or unique_violation then null;
            end;
            if not pg_has_role('opalite_tenant', 'member') then
                execute format('grant opalite_tenant to %I', current_user);
            end if;
            execute format('grant usage on schema %I to opalite_tenant', current_schema());
            for name in select table_name from information_schema.columns
                        where table_schema = current_schema() and column_name = 'tenant' loop
                execute format('grant select, insert, update, delete on %I to opalite_tenant', name);
            end loop;
        end
        $$)sql");
    transaction.commit();
}

}  // namespace

Result<int> migrate(const std::string& url, const std::vector<Migration>& migrations) {
    auto conninfo = with_connection_defaults(url);
    if (!conninfo) return conninfo.error();
    std::string doing = "connect";
    try {
        pqxx::connection connection(*conninfo);
        // The lock belongs to the session and ends with it, however this function ends.
        doing = "wait for the migration lock";
        pqxx::nontransaction(connection).exec("select pg_advisory_lock(" + std::string(kLock) + ")");
        doing = "read applied migrations";
        const auto done = applied_steps(connection, migrations);
        if (!done) return done.error();
        for (std::size_t i = *done; i < migrations.size(); ++i) {
            doing = "migration " + migrations[i].name;
            apply(connection, migrations[i]);
        }
        doing = "create the role opalite_tenant";
        ensure_tenant_role(connection);
        return static_cast<int>(migrations.size() - *done);
    } catch (...) {
        return current_error(doing);
    }
}

}  // namespace infra::postgres
