#include "gateway/auth/session_cookie.hpp"

#include <catch2/catch.hpp>

using namespace gateway::auth;  // NOLINT: tests read better bare

TEST_CASE("the session is found among other cookies; over TLS only with the prefix that none but this host can set") {
    const auto [header, plain, tls] = GENERATE(table<std::string, std::string, std::string>({
        {"", "", ""},
        {"opalite-session=1.a", "1.a", ""},
        {"__Host-opalite-session=1.a", "", "1.a"},
        {"x=y; opalite-session=1.a; __Host-opalite-session=2.b", "1.a", "2.b"},
        {"opalite-session2=1.a; opalite-sessio=3", "", ""},
        {"xopalite-session=1.a;;; ;=", "", ""},
        {"a=opalite-session=1.a", "", ""},
        {"opalite-session=;opalite-session=1.a", "", ""},
    }));
    INFO(header);
    CHECK(read_session_cookie(header, false) == plain);
    CHECK(read_session_cookie(header, true) == tls);
}

TEST_CASE("a session cookie is out of reach of scripts and other sites") {
    const domain::base::TenantId tenant("101");
    CHECK(session_cookie(tenant, domain::base::Secret("key"), std::chrono::hours(12), true) ==
          "__Host-opalite-session=101.key; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure");
    CHECK(session_cookie(tenant, domain::base::Secret("key"), std::chrono::hours(12), false) ==
          "opalite-session=101.key; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict");
    CHECK(ended_session_cookie(true) == "__Host-opalite-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure");
}

TEST_CASE("only requests to this machine itself are without TLS in the browser") {
    CHECK(browser_uses_tls(true, "localhost"));
    CHECK(browser_uses_tls(false, "101.example.com"));
    CHECK(browser_uses_tls(false, "10.0.0.1"));
    for (const std::string name : {"localhost", "101.localhost", "127.0.0.1", "::1"}) CHECK_FALSE(browser_uses_tls(false, name));
}

TEST_CASE("the origin of a request") {
    const auto [site, origin, host, same, cross] = GENERATE(table<std::string, std::string, std::string, bool, bool>({
        {"same-origin", "", "a.b", true, false},
        {"same-origin", "https://other", "a.b", true, false},  // a browser does not lie about the first
        {"same-site", "https://a.b", "a.b", false, true},
        {"cross-site", "", "a.b", false, true},
        {"none", "", "a.b", false, true},
        {"", "https://a.b:8443", "a.b:8443", true, false},
        {"", "https://a.b", "a.b:8443", false, true},
        {"", "https://c.d", "a.b", false, true},
        {"", "null", "a.b", false, true},
        {"", "https://", "", false, true},
        {"", "", "a.b", false, false},
    }));
    INFO(site << ' ' << origin << ' ' << host);
    CHECK(proves_same_origin({site, origin, host}) == same);
    CHECK(is_cross_site({site, origin, host}) == cross);
}
