#include <algorithm>
#include <chrono>
#include <set>

#include <catch2/catch.hpp>

#include "gateway/auth/login_throttle.hpp"
#include "gateway/auth/password_hasher.hpp"
#include "gateway/auth/secrets.hpp"
#include "domain/admin/token_form.hpp"
#include "infra/runtime/run_async.hpp"
#include "tests/support/fake_clock.hpp"

namespace {

using namespace std::chrono_literals;
using domain::base::ErrorCode;
using domain::base::Secret;
using gateway::auth::LoginThrottle;
using gateway::auth::PasswordHasher;
using infra::runtime::run_async;

PasswordHasher::Options cheap() {
    PasswordHasher::Options options;
    options.operations = 1;
    options.memory_bytes = 8192;
    return options;
}

}  // namespace

TEST_CASE("a password is verified against its hash") {
    PasswordHasher hasher(cheap());
    const auto hash = run_async(hasher.hash(Secret("correct horse"))).value();
    CHECK(hash.starts_with("$argon2id$"));
    CHECK(hash.find("horse") == std::string::npos);
    CHECK(hash != run_async(hasher.hash(Secret("correct horse"))).value());
    CHECK(run_async(hasher.verify(hash, Secret("correct horse"))).value());
    CHECK_FALSE(run_async(hasher.verify(hash, Secret("wrong"))).value());
    CHECK_FALSE(run_async(hasher.verify("", Secret("correct horse"))).value());
    CHECK_FALSE(run_async(hasher.verify("rubbish", Secret("correct horse"))).value());
}

TEST_CASE("no more passwords than the bound are in work") {
    auto options = cheap();
    options.threads = 0;  // nobody works, so everyone waits
    options.waiting_max = 0;
    PasswordHasher hasher(options);
    const auto refused = run_async(hasher.hash(Secret("x")));
    REQUIRE(refused.has_error());
    CHECK(refused.error().code() == ErrorCode::kResourceExhausted);
}

TEST_CASE("too many attempts on an account or from an address are refused until the window has passed") {
    tests::FakeClock clock;
    LoginThrottle throttle(clock);
    for (int i = 0; i < 10; ++i) CHECK(throttle.begin("a", "address " + std::to_string(i)).has_value());
    CHECK(throttle.begin("a", "address 99").error().code() == ErrorCode::kResourceExhausted);
    CHECK(throttle.begin("b", "address 99").has_value());
    clock.advance(301s);
    CHECK(throttle.begin("a", "address 99").has_value());

    for (int i = 0; i < 100; ++i) CHECK(throttle.begin("account " + std::to_string(i), "one").has_value());
    CHECK(throttle.begin("someone", "one").has_error());
    CHECK(throttle.begin("someone", "two").has_value());
}

TEST_CASE("good logins do not count") {
    tests::FakeClock clock;
    LoginThrottle throttle(clock);
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(throttle.begin("a", "one").has_value());
        throttle.succeeded("a", "one");
    }
}

TEST_CASE("a flood of accounts and addresses does not grow the memory") {
    tests::FakeClock clock;
    LoginThrottle::Options options;
    options.counts_max = 100;
    LoginThrottle throttle(clock, options);
    for (int i = 0; i < 10; ++i) REQUIRE(throttle.begin("victim", "v").has_value());
    for (int i = 0; i < 20; ++i) {
        clock.advance(1ms);
        CHECK(throttle.begin("x" + std::to_string(i), "y" + std::to_string(i)).has_value());
    }
    CHECK(throttle.begin("victim", "w").has_error());
    for (int i = 0; i < 1000; ++i) {
        clock.advance(1ms);
        CHECK(throttle.begin("z" + std::to_string(i), "z" + std::to_string(i)).has_value());
    }
}

TEST_CASE("ids and secrets have the promised form") {
    CHECK(gateway::auth::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    std::set<std::string> seen;
    for (int i = 0; i < 100; ++i) {
        const auto secret = gateway::auth::random_secret().reveal();
        CHECK(secret.size() == 32);
        CHECK(std::all_of(secret.begin(), secret.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)); }));
        CHECK(seen.insert(secret).second);
        const auto token = gateway::auth::random_ingest_token_id().value();
        CHECK(token.size() == 20);
        CHECK(token.starts_with("ds1"));
        CHECK(domain::admin::is_token_id(token));
        const auto object = std::to_string(gateway::auth::random_object_id().value());
        CHECK(object.size() == 12);
        CHECK(object.starts_with("41"));
        const auto tenant = gateway::auth::random_tenant_id().value();
        CHECK(tenant.size() == 12);
        CHECK(tenant.front() != '0');
        CHECK(gateway::auth::random_command_id().value().size() == 32);
    }
}
