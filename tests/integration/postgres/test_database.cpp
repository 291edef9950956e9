#include "tests/integration/postgres/test_database.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include <libpq-fe.h>
#include <pqxx/pqxx>

#include "infra/postgres/migrator.hpp"

namespace tests::postgres {
namespace {

std::string run(const std::string& url, const std::string& statements) {
    pqxx::connection connection(url);
    pqxx::nontransaction transaction(connection);
    const auto rows = transaction.exec(statements);
    return rows.empty() || rows.columns() == 0 || rows[0][0].is_null() ? "" : rows[0][0].as<std::string>();
}

}  // namespace

std::string server_url() {
    const char* url = std::getenv("OPALITE_TEST_DATABASE");
    return url == nullptr ? "" : url;
}

std::string with_parameter(const std::string& url, const std::string& keyword, const std::string& value) {
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options(PQconninfoParse(url.c_str(), nullptr),
                                                                                  &PQconninfoFree);
    if (!options) throw std::invalid_argument("OPALITE_TEST_DATABASE is not a connection string");
    std::string text = keyword + "='" + value + "'";
    for (const auto* option = options.get(); option->keyword != nullptr; ++option) {
        if (option->val == nullptr || option->keyword == keyword) continue;
        text += std::string(" ") + option->keyword + "='" + option->val + "'";
    }
    return text;
}

TestDatabase::TestDatabase(Schema schema) {
    static std::atomic<int> count{0};
    name_ = "opalite_test_" + std::to_string(getpid()) + "_" + std::to_string(++count);
    run(server_url(), "create database " + name_);
    url_ = with_parameter(server_url(), "dbname", name_);
    if (schema == Schema::kMigrated) {
        const auto migrated = infra::postgres::migrate(url_);
        if (!migrated) throw std::runtime_error(migrated.error().message());
    }
}

TestDatabase::~TestDatabase() {
    try {
        run(server_url(), "drop database " + name_ + " with (force)");
    } catch (const std::exception&) {
        // A server that a test stopped for good takes its databases along.
    }
}

std::string TestDatabase::url_as(const std::string& role) const { return with_parameter(url_, "user", role); }

std::string TestDatabase::execute(const std::string& statements) const { return run(url_, statements); }

std::string TestDatabase::dump(const std::string& table) const {
    return run(url_, "select coalesce(string_agg(t::text, E'\\n' order by t::text collate \"C\"), '') from " + table + " t");
}

void TestDatabase::disconnect_everyone() const {
    run(server_url(), "select count(pg_terminate_backend(pid, 5000)) from pg_stat_activity where datname = '" + name_ + "'");
}

}  // namespace tests::postgres
