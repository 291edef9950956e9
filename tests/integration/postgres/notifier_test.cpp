#include "infra/postgres/notifier.hpp"

#include <atomic>
#include <filesystem>

#include <catch2/catch.hpp>
#include <pqxx/pqxx>

#include "infra/postgres/private_cluster.hpp"
#include "tests/integration/postgres/service.hpp"

namespace {

using namespace tests::postgres;  // NOLINT: scenarios read better bare
using infra::postgres::Notifier;

struct Ear {
    explicit Ear(const std::string& url) : notifier(url) {
        Notifier::Listener listener;
        listener.received = [this](std::string_view payload) {
            const std::scoped_lock lock(mutex);
            heard += payload;
        };
        listener.began = [this] { ++began; };
        listener.ended = [this] { ++ended; };
        notifier.listen("ear", std::move(listener));
        notifier.start();
    }
    std::string text() {
        const std::scoped_lock lock(mutex);
        return heard;
    }
    std::mutex mutex;
    std::string heard;
    std::atomic<int> began{0};
    std::atomic<int> ended{0};
    Notifier notifier;
};

}  // namespace

TEST_CASE("what is sent is heard", "[postgres]") {
    const TestDatabase database(TestDatabase::Schema::kEmpty);
    Ear ear(database.url());
    REQUIRE(eventually([&] { return ear.began == 1; }));
    CHECK(ear.notifier.connected());
    database.execute("notify ear, 'one '; notify other, 'no '; notify ear, 'two'");
    CHECK(eventually([&] { return ear.text() == "one two"; }));
    ear.notifier.stop();
    CHECK(ear.ended == 1);
    CHECK_FALSE(ear.notifier.connected());
}

TEST_CASE("after a restart of the server listening begins again", "[postgres]") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("opalite-notifier-" + std::to_string(getpid()));
    {
        auto cluster = infra::postgres::PrivateCluster::start(folder).value();
        Ear ear(cluster->url());
        REQUIRE(eventually([&] { return ear.began == 1; }));
        cluster->stop();
        REQUIRE(eventually([&] { return ear.ended == 1; }));
        cluster = infra::postgres::PrivateCluster::start(folder).value();
        REQUIRE(eventually([&] { return ear.began == 2; }));
        pqxx::connection connection(cluster->url());
        pqxx::nontransaction(connection).exec("notify ear, 'again'");
        CHECK(eventually([&] { return ear.text() == "again"; }));
    }
    std::filesystem::remove_all(folder);
}

TEST_CASE("a notifier without a server can be stopped", "[postgres]") {
    Ear ear("postgresql:///x?host=/nowhere");
    ear.notifier.stop();
    CHECK(ear.began == 0);
}
