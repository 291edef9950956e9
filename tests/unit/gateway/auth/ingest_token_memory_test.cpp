#include "gateway/auth/ingest_token_memory.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>

#include "infra/runtime/run_async.hpp"
#include "tests/support/fake_clock.hpp"
#include "tests/unit/gateway/auth/fake_control_reader.hpp"

namespace {

using namespace std::chrono_literals;
using domain::admin::IngestTokenView;
using domain::base::ErrorCode;
using domain::base::IngestTokenId;
using gateway::auth::IngestTokenMemory;
using infra::runtime::run_async;

IngestTokenView token(const std::string& tenant, const std::string& id) {
    IngestTokenView made;
    made.tenant = domain::base::TenantId(tenant);
    made.id = IngestTokenId(id);
    return made;
}

struct IngestTokenMemoryFixture {
    tests::FakeControlReader reader;
    tests::FakeClock clock;
    IngestTokenMemory memory{reader, clock};

    std::size_t count(const std::string& id) { return run_async(memory.find(IngestTokenId(id))).value()->size(); }
};

}  // namespace

TEST_CASE("while notifications arrive a known token is never asked for again") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    REQUIRE(run_async(f.memory.load()).has_value());
    CHECK(f.count("a") == 1);
    f.clock.advance(24h);
    CHECK(f.count("a") == 1);
    CHECK(f.reader.asked == 0);
}

TEST_CASE("a token that appeared on another gateway is asked for once and then known") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "new")};
    CHECK(f.count("new") == 1);
    CHECK(f.count("new") == 1);
    CHECK(f.reader.asked == 1);
}

TEST_CASE("an unknown token is asked for once a second, and at once when it is announced") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    CHECK(f.count("x") == 0);
    CHECK(f.count("x") == 0);
    CHECK(f.reader.asked == 1);
    f.clock.advance(1001ms);
    CHECK(f.count("x") == 0);
    CHECK(f.reader.asked == 2);
    f.reader.ingest = {token("1", "x")};
    f.memory.changed("t9 ix");
    CHECK(f.count("x") == 1);
}

TEST_CASE("a change is seen at the next request") {
    const auto payload = GENERATE(std::string("ia"), std::string("t1"), std::string("*"), std::string("iq a1/b ia"));
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    CHECK(f.count("a") == 1);
    f.reader.ingest.clear();
    CHECK(f.count("a") == 1);
    f.memory.changed(payload);
    CHECK(f.count("a") == 0);
}

TEST_CASE("an answer that a change has overtaken is not kept") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    // The store answers with the state before the change; the announcement comes before the answer.
    f.reader.before_answer = [&] {
        f.reader.ingest.clear();
        f.memory.changed("ia");
        f.reader.before_answer = nullptr;
    };
    CHECK(f.count("a") == 1);
    CHECK(f.count("a") == 0);
}

TEST_CASE("without notifications an answer is believed for a second") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    CHECK(f.count("a") == 1);
    f.memory.ended();
    f.reader.ingest.clear();
    CHECK(f.count("a") == 1);
    f.clock.advance(1001ms);
    CHECK(f.count("a") == 0);
}

TEST_CASE("when notifications come again everything is asked for again") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    CHECK(f.count("a") == 1);
    f.memory.ended();
    f.reader.ingest.clear();
    f.memory.began();
    CHECK(f.count("a") == 0);
}

TEST_CASE("while the store is away known tokens go on working, for a while") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    CHECK(f.count("a") == 1);
    f.clock.advance(24h);
    f.memory.ended();
    f.reader.down = true;
    f.clock.advance(299s);
    CHECK(f.count("a") == 1);
    f.clock.advance(2s);
    CHECK(run_async(f.memory.find(IngestTokenId("a"))).error().code() == ErrorCode::kUnavailable);
    // A token that was announced as changed is not believed any more.
    f.reader.down = false;
    f.memory.began();
    CHECK(f.count("a") == 1);
    f.reader.down = true;
    f.memory.changed("ia");
    CHECK(run_async(f.memory.find(IngestTokenId("a"))).error().code() == ErrorCode::kUnavailable);
}

TEST_CASE("many requests with one unknown token ask once") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    f.reader.ingest = {token("1", "a")};
    f.reader.held = true;
    boost::asio::io_context context(1);
    int answered = 0;
    const auto request = [&]() -> domain::base::Task<void> {
        const auto tokens = co_await f.memory.find(IngestTokenId("a"));
        if (tokens && (*tokens)->size() == 1) ++answered;
    };
    for (int i = 0; i < 50; ++i) boost::asio::co_spawn(context, request, boost::asio::detached);
    boost::asio::post(context, [&] { f.reader.release.notify_all(); });
    context.run();
    CHECK(answered == 50);
    CHECK(f.reader.asked == 1);
}

TEST_CASE("unknown tokens are forgotten when there are too many") {
    IngestTokenMemoryFixture f;
    f.memory.began();
    for (int i = 0; i < 10'001; ++i) f.count("x" + std::to_string(i));
    CHECK(f.count("x10000") == 0);
    CHECK(f.reader.asked == 10'001);
    CHECK(f.count("x0") == 0);
    CHECK(f.reader.asked == 10'002);
}
