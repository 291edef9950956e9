#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "raw_client.hpp"
#include "test_handlers.hpp"
#include "test_server.hpp"

using namespace gateway::http;
namespace fs = std::filesystem;

namespace {

class TemporaryDirectory {
public:
    TemporaryDirectory() {
        std::string pattern = (fs::temp_directory_path() / "opalite-tls-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TemporaryDirectory() { fs::remove_all(path_); }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

std::string content(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

std::vector<Route> tls_echo_route() {
    Route route = public_route(Method::kPost, "/echo", echo);
    route.body_bytes_max = 4 * 1024 * 1024;
    std::vector<Route> routes;
    routes.push_back(std::move(route));
    return routes;
}

std::string tls_post(const std::string& body) {
    return "POST /echo HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace

TEST_CASE("certificates are made once, and anew when a name is missing") {
    const TemporaryDirectory directory;
    const fs::path tls = directory.path() / "tls";
    const TlsFiles files = ensure_tls_files(tls, {"example.com"}).value();
    for (const char* key : {"ca.key", "server.key"}) {
        CHECK((fs::status(tls / key).permissions() & fs::perms::mask) == (fs::perms::owner_read | fs::perms::owner_write));
    }
    const std::string authority = content(tls / "ca.pem");
    const std::string certificate = content(files.certificate);
    CHECK(ensure_tls_files(tls, {"example.com"}).has_value());
    CHECK(content(files.certificate) == certificate);
    CHECK(ensure_tls_files(tls, {"example.com", "example.org"}).has_value());
    CHECK(content(files.certificate) != certificate);
    CHECK(content(tls / "ca.pem") == authority);
    CHECK(TlsContext::load(files).has_value());
}

TEST_CASE("unusable TLS files say what is wrong") {
    const TemporaryDirectory directory;
    const TlsFiles files = ensure_tls_files(directory.path(), {}).value();
    CHECK_FALSE(TlsContext::load({directory.path() / "none.pem", files.key}).has_value());
    CHECK_FALSE(TlsContext::load({files.certificate, directory.path() / "ca.key"}).has_value());
    const auto nowhere = ensure_tls_files("/proc/none", {});
    REQUIRE_FALSE(nowhere.has_value());
    CHECK(nowhere.error().code() == domain::base::ErrorCode::kUnavailable);
}

TEST_CASE("HTTPS serves like HTTP") {
    const TemporaryDirectory directory;
    const TlsFiles files = ensure_tls_files(directory.path(), {"example.com"}).value();
    const std::string authority = (directory.path() / "ca.pem").string();
    TestServer server(tls_echo_route(), {}, TlsContext::load(files).value());
    for (const char* host : {"localhost", "122.collect.localhost", "122.example.com", "122.collect.example.com"}) {
        RawClient client(server.port(), authority, host);
        CHECK(client.alpn() == "http/1.1");
        for (const std::size_t size : {0UL, 100UL, 3'000'000UL}) {
            const std::string body(size, 't');
            CHECK(client.exchange(tls_post(body)).body == body);
        }
        client.send(tls_post("one") + tls_post("two"));
        CHECK(client.receive().body == "one");
        CHECK(client.receive().body == "two");
        CHECK(client.exchange("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").status == 404);
        CHECK(client.at_end());
    }
    CHECK_THROWS(RawClient(server.port(), authority, "elsewhere.org"));
}

TEST_CASE("a client that does not speak TLS is dropped") {
    const TemporaryDirectory directory;
    const TlsFiles files = ensure_tls_files(directory.path(), {}).value();
    ServerLimits limits;
    limits.sweep_interval = std::chrono::milliseconds(5);
    limits.header_timeout = std::chrono::milliseconds(60);
    TestServer server(tls_echo_route(), limits, TlsContext::load(files).value());
    RawClient plain(server.port());
    plain.send("GET / HTTP/1.1\r\n\r\n");
    while (plain.receive().complete) {
    }
    RawClient silent(server.port());
    CHECK(silent.at_end());
}
