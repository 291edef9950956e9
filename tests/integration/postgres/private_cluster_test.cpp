// PostgreSQL clusters of our own: made, stopped, killed, found again. Needs the server's programs, not a running server.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>

#include <pqxx/pqxx>

#include "infra/postgres/migrator.hpp"
#include "infra/postgres/private_cluster.hpp"
#include "infra/postgres/server_process.hpp"

namespace {

namespace fs = std::filesystem;
using infra::postgres::PrivateCluster;
using infra::postgres::running_postmaster;

/// A folder for one cluster; whatever server still runs in it is ended with it.
class Folder {
public:
    explicit Folder(const fs::path& parent) {
        std::string pattern = (parent / "opalite-cluster-XXXXXX").string();
        REQUIRE(mkdtemp(pattern.data()) != nullptr);
        path_ = pattern;
    }
    ~Folder() {
        if (const auto server = running_postmaster(data())) kill(*server, SIGQUIT);
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }
    fs::path data() const { return path_ / "postgres" / "data"; }

private:
    fs::path path_;
};

std::string query(const std::string& url, const std::string& statement) {
    pqxx::connection connection(url);
    pqxx::nontransaction transaction(connection);
    const auto rows = transaction.exec(statement);
    return rows.empty() ? "" : rows[0][0].as<std::string>();
}

/// Runs `body` in a process of its own; gives what waitpid says. An exception is exit status 99.
int in_child(const std::function<void()>& body) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            body();
        } catch (const std::exception& failure) {
            std::fprintf(stderr, "%s\n", failure.what());
            _exit(99);
        }
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

std::unique_ptr<PrivateCluster> started(const fs::path& path) {
    auto cluster = PrivateCluster::start(path);
    if (!cluster) throw std::runtime_error(cluster.error().message());
    return std::move(*cluster);
}

/// The whole life of a cluster: made, migrated, stopped, started again with its data.
void live_twice(const Folder& folder) {
    {
        const auto cluster = started(folder.path());
        if (!infra::postgres::migrate(cluster->url())) throw std::runtime_error("migration failed");
        query(cluster->url(), "insert into checkpoints values ('g', 't', 0, 7)");
        if (query(cluster->url(), "show listen_addresses") != "") throw std::runtime_error("listens on TCP");
        if (query(cluster->url(), "show fsync") != "on") throw std::runtime_error("fsync is off");
        if (query(cluster->url(), "select rolsuper from pg_roles where rolname = current_user") != "f") {
            throw std::runtime_error("the login is a superuser");
        }
    }
    if (running_postmaster(folder.data())) throw std::runtime_error("still runs");
    const auto cluster = started(folder.path());
    if (query(cluster->url(), "select next_offset from checkpoints") != "7") throw std::runtime_error("data lost");
}

void become_nobody() {
    const passwd* user = getpwnam("nobody");
    if (user == nullptr || setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0) {
        throw std::runtime_error("cannot become nobody");
    }
}

}  // namespace

TEST_CASE("a cluster is made, stopped, and started again with its data", "[postgres]") {
    const Folder folder("/tmp");
    CHECK(in_child([&] { live_twice(folder); }) == 0);
}

TEST_CASE("as root a cluster also lives where its user may not walk", "[postgres]") {
    if (geteuid() != 0) return;
    const Folder parent("/tmp");
    REQUIRE(chmod(parent.path().c_str(), 0700) == 0);
    const Folder folder(parent.path());
    CHECK(in_child([&] { live_twice(folder); }) == 0);
}

TEST_CASE("as an ordinary user a cluster needs no other user", "[postgres]") {
    if (geteuid() != 0) return;  // then the first case was that
    const Folder parent("/tmp");
    REQUIRE(chmod(parent.path().c_str(), 0777) == 0);
    CHECK(in_child([&] {
              become_nobody();
              const Folder folder(parent.path());
              live_twice(folder);
          }) == 0);
}

TEST_CASE("after kill -9 of the process that started it the running server is used again", "[postgres]") {
    const Folder folder("/tmp");
    const int status = in_child([&] {
        const auto cluster = started(folder.path());
        query(cluster->url(), "create table t as select 1 as a");
        kill(getpid(), SIGKILL);
    });
    REQUIRE(WIFSIGNALED(status));
    const auto survivor = running_postmaster(folder.data());
    REQUIRE(survivor.has_value());
    {
        const auto cluster = started(folder.path());
        CHECK(running_postmaster(folder.data()) == survivor);
        CHECK(query(cluster->url(), "select a from t") == "1");
    }
    CHECK_FALSE(running_postmaster(folder.data()).has_value());
}

TEST_CASE("after kill -9 of the server itself it recovers", "[postgres]") {
    const Folder folder("/tmp");
    const int status = in_child([&] {
        const auto cluster = started(folder.path());
        query(cluster->url(), "create table t as select 1 as a");
        kill(running_postmaster(folder.data()).value(), SIGKILL);
        kill(getpid(), SIGKILL);
    });
    REQUIRE(WIFSIGNALED(status));
    const auto cluster = started(folder.path());
    CHECK(query(cluster->url(), "select a from t") == "1");
}

TEST_CASE("a second process uses the first one's server and leaves it running", "[postgres]") {
    const Folder folder("/tmp");
    const auto first = started(folder.path());
    CHECK(in_child([&] {
              const auto second = started(folder.path());
              if (query(second->url(), "select 1") != "1") throw std::runtime_error("no answer");
          }) == 0);
    CHECK(query(first->url(), "select 2") == "2");
}

TEST_CASE("a stale postmaster.pid with the number of another process does not stand in the way", "[postgres]") {
    const Folder folder("/tmp");
    { const auto cluster = started(folder.path()); }
    if (FILE* file = std::fopen((folder.data() / "postmaster.pid").c_str(), "w")) {
        std::fprintf(file, "%d\n%s\n", getppid(), folder.data().c_str());
        std::fclose(file);
    }
    CHECK(query(started(folder.path())->url(), "select 3") == "3");
}

int main(int argc, char* argv[]) {
    if (!infra::postgres::find_server_programs(0)) {
        std::puts("skipped: PostgreSQL is not installed");
        return 77;
    }
    return Catch::Session().run(argc, argv);
}
