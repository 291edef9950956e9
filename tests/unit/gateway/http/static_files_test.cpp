#include "gateway/http/static_files.hpp"

#include <catch2/catch.hpp>

using namespace gateway::http;

namespace {

constexpr std::string_view kHash = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

StaticFiles some_files() {
    return StaticFiles({{"/index.html", "<p>", kHash}, {"/assets/a-1.js", "1", kHash}, {"/assets/a-1.css", "a{}", kHash},
                        {"/favicon.svg", "<svg/>", kHash}});
}

Response ask(std::string_view path, HeaderList headers = {}) {
    return some_files().answer(Request::make(Method::kGet, path, std::move(headers)).value(), path);
}

std::string header_of(const Response& response, std::string_view name) {
    for (const auto& [known, value] : response.headers()) {
        if (known == name) return value;
    }
    return {};
}

}  // namespace

TEST_CASE("a file comes with its type and how long it may be kept") {
    const auto [path, type, cache] = GENERATE(table<std::string, std::string, std::string>({
        {"/index.html", "text/html; charset=utf-8", "no-cache"},
        {"/favicon.svg", "image/svg+xml", "no-cache"},
        {"/assets/a-1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
        {"/assets/a-1.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"},
    }));
    const Response response = ask(path);
    CHECK(response.status() == 200);
    CHECK(header_of(response, "Content-Type") == type);
    CHECK(header_of(response, "Cache-Control") == cache);
    CHECK(header_of(response, "ETag") == "\"0123456789abcdef0123456789abcdef\"");
}

TEST_CASE("every answer forbids what pages do not need") {
    for (const Response& response : {ask("/index.html"), ask("/assets/a-1.js")}) {
        const std::string policy = header_of(response, "Content-Security-Policy");
        for (const char* part : {"default-src 'self';", "base-uri 'none'", "frame-ancestors 'none'", "object-src 'none'"}) {
            CHECK(policy.find(part) != std::string::npos);
        }
        CHECK(policy.find("unsafe") == std::string::npos);
        CHECK(header_of(response, "X-Content-Type-Options") == "nosniff");
        CHECK(header_of(response, "Referrer-Policy") == "no-referrer");
    }
}

TEST_CASE("what the client has is not sent again") {
    const Response known = ask("/index.html", {{"If-None-Match", "W/\"x\", W/\"0123456789abcdef0123456789abcdef\""}});
    CHECK(known.status() == 304);
    CHECK(known.body().empty());
    CHECK(ask("/index.html", {{"If-None-Match", "\"other\""}}).status() == 200);
}

TEST_CASE("there are no other files") {
    for (const std::string path : {"/", "/assets/", "/assets/../index.html", "/index.htm", "/etc/passwd"}) {
        INFO(path);
        CHECK(some_files().answer(Request::make(Method::kGet, "/", {}).value(), path).status() == 404);
    }
}

TEST_CASE("browsers are those who name HTML") {
    const auto accepts = [](std::string_view accept) {
        return accepts_html(Request::make(Method::kGet, "/", {{"Accept", accept}}).value());
    };
    CHECK(accepts("text/html,application/xhtml+xml,*/*;q=0.8"));
    CHECK_FALSE(accepts("*/*"));
    CHECK_FALSE(accepts("application/json"));
    CHECK_FALSE(accepts_html(Request::make(Method::kGet, "/", {}).value()));
}
