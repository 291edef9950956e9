#pragma once

#include <string>
#include <utility>

namespace tests::postgres {

/// A database of its own in the server that OPALITE_TEST_DATABASE names; dropped at the end.
class TestDatabase {
public:
    enum class Schema { kEmpty, kMigrated };
    explicit TestDatabase(Schema schema = Schema::kMigrated);
    ~TestDatabase();
    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

    const std::string& url() const { return url_; }
    /// The same database through another login role.
    std::string url_as(const std::string& role) const;
    const std::string& name() const { return name_; }

    /// Runs statements outside of any scope, as the login of the tests, and gives the first field of the first row.
    std::string execute(const std::string& statements) const;
    /// Every row of a table as text, ordered by all columns.
    std::string dump(const std::string& table) const;
    /// Ends all connections but our own.
    void disconnect_everyone() const;

private:
    std::string name_;
    std::string url_;
};

/// The connection string of the test server; empty when there is none.
std::string server_url();
/// `url` with another database or role.
std::string with_parameter(const std::string& url, const std::string& keyword, const std::string& value);

}  // namespace tests::postgres
