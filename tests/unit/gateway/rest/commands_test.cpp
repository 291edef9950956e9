#include "gateway/rest/commands.hpp"

#include <map>

#include <catch2/catch.hpp>

#include "domain/admin/control_state.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/support/fake_clock.hpp"
#include "tests/unit/gateway/auth/fake_control_reader.hpp"
#include "tests/unit/gateway/rest/requests.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace admin = domain::admin;
namespace base = domain::base;
using base::ErrorCode;
using gateway::http::Method;
using gateway::rest::Commands;
using gateway::rest::NewIds;
using infra::runtime::run_async;
using tests::rest::context;
using tests::rest::request;

namespace {

/// Decides at once, and keeps outcomes as the store does.
class DecidingBus final : public admin::CommandBus, public tests::FakeControlReader::Outcomes {
public:
    base::Task<base::Result<admin::Outcome>> execute(admin::CommandEnvelope envelope,
                                                     std::chrono::steady_clock::time_point) override {
        const auto known = kept.find(envelope.id.value());
        if (known != kept.end()) co_return known->second;
        last = envelope;
        admin::Outcome outcome = refusals > 0 ? admin::Outcome(admin::Refusal(ErrorCode::kConflict, "id is taken", true))
                                              : admin::execute(state, envelope);
        refusals -= refusals > 0 ? 1 : 0;
        outcome.fingerprint = envelope.fingerprint;
        outcome.nonce = envelope.nonce;
        kept[envelope.id.value()] = outcome;
        co_return outcome;
    }
    std::optional<admin::Outcome> outcome(const std::string& command) const override {
        const auto known = kept.find(command);
        return known == kept.end() ? std::nullopt : std::optional<admin::Outcome>(known->second);
    }

    admin::ControlState state;
    admin::CommandEnvelope last;
    std::map<std::string, admin::Outcome> kept;
    int refusals = 0;  ///< how many of the next commands find their id taken
};

struct Fixture {
    Fixture() {
        reader.outcomes = &bus;
        admin::execute(bus.state, admin::CommandEnvelope(base::CommandId("c"), base::TenantId("122"), "test", {},
                                                         admin::tenant::CreateTenant{"Acme", base::ObjectId(1), "Default"}));
    }

    struct Made {
        std::string id;  ///< or the refusal
        bool replayed = false;
    };
    Made create(const std::string& key, const std::string& body = R"({"email":"a@x"})", const std::string& email = "a@x",
                std::int64_t user = 12) {
        gateway::http::HeaderList headers;
        if (!key.empty()) headers.add("Idempotency-Key", key);
        auto asked = context(request(Method::kPost, "/v1/users", body, std::move(headers)), user);
        Commands::Make make = [&](const NewIds& ids) -> base::Result<admin::Command> {
            return admin::user::CreateUser{ids.user(), email, "", false, "hash"};
        };
        const auto made = run_async(commands.create(asked, std::move(make)));
        if (!made) return {made.error().message()};
        return {std::to_string(made->ids.user().value()), made->replayed};
    }

    tests::FakeControlReader reader;
    DecidingBus bus;
    tests::FakeClock clock;
    Commands commands{reader, bus, clock};
};

}  // namespace

TEST_CASE_METHOD(Fixture, "the same key makes the same thing once, as long as the same is asked") {
    const Made first = create("key-1");
    CHECK_FALSE(first.replayed);
    CHECK(first.id.size() == 9);
    CHECK(bus.last.actor == "user:12");
    CHECK_FALSE(bus.last.fingerprint.empty());
    const Made again = create("key-1", R"({ "email": "a@x", "password": "never looked at" })");
    CHECK(again.id == first.id);
    CHECK(again.replayed);
    CHECK(bus.state.users.all(base::TenantId("122")).size() == 1);

    CHECK(create("key-1", R"({"email":"b@x"})", "b@x").id == "the idempotency-key was used for another request");
    CHECK(create("key-2", R"({"email":"b@x"})", "b@x").id != first.id);
    // A refusal is repeated, too; and the key of someone else is another one.
    CHECK(create("key-3").id == "email address is taken: a@x");
    CHECK(create("key-3").id == "email address is taken: a@x");
    CHECK_FALSE(create("key-1", R"({"email":"c@x"})", "c@x", 13).replayed);
}

TEST_CASE_METHOD(Fixture, "an id that is taken is tried again with another, and the key remembers which") {
    bus.refusals = 2;
    const Made first = create("key-1");
    CHECK_FALSE(first.replayed);
    const Made again = create("key-1");
    CHECK(again.id == first.id);
    CHECK(again.replayed);
    bus.refusals = 4;
    CHECK(create("", "{}", "z@x").id == "id is taken");
}

TEST_CASE_METHOD(Fixture, "without a key every request is its own") {
    CHECK(create("").id != create("", "{}", "b@x").id);
    CHECK(bus.last.fingerprint.empty());
    CHECK(bus.last.nonce.empty());
}

TEST_CASE_METHOD(Fixture, "a key must be printable") {
    CHECK(create(std::string(256, 'k')).id.starts_with("idempotency-key must have 1 to 255"));
    CHECK(create("two words").id.starts_with("idempotency-key must have 1 to 255"));
}

TEST_CASE("If-Match names a version") {
    const auto [tag, version, code] = GENERATE(table<std::string, std::int64_t, std::optional<ErrorCode>>({
        {"", -1, std::nullopt},
        {"*", -1, std::nullopt},
        {"\"7\"", 7, std::nullopt},
        {"\"7\", \"8\"", 0, ErrorCode::kInvalidArgument},
        {"7", 0, ErrorCode::kPreconditionFailed},
        {"W/\"7\"", 0, ErrorCode::kPreconditionFailed},
        {"\"seven\"", 0, ErrorCode::kPreconditionFailed},
    }));
    gateway::http::HeaderList headers;
    if (!tag.empty()) headers.add("If-Match", tag);
    const auto expected = gateway::rest::expected_version(request(Method::kPatch, "/v1/users/1", "{}", std::move(headers)));
    if (code) {
        REQUIRE_FALSE(expected.has_value());
        CHECK(expected.error().code() == *code);
    } else {
        CHECK(expected.value() == (version < 0 ? std::nullopt : std::optional<std::int64_t>(version)));
    }
}

TEST_CASE("ids are drawn from the seed alone") {
    const NewIds ids("seed");
    CHECK(ids.object() == NewIds("seed").object());
    CHECK(ids.object() != ids.object(1));
    CHECK(ids.object() != NewIds("other").object());
    CHECK(std::to_string(ids.object().value()).size() == 12);
    CHECK(ids.ingest_token().value().starts_with("ds1"));
    CHECK(ids.ingest_token().value().size() == 20);
    CHECK(ids.api_token().value().size() == 20);
    CHECK(ids.text().size() == 20);
}
