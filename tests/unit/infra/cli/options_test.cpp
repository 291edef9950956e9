#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>

#include "infra/cli/service_options.hpp"

using infra::cli::check;
using infra::cli::Mistakes;
using infra::cli::nearest;
using infra::cli::parse_options;
using infra::cli::ServiceOptions;
using infra::cli::service_option_specs;

namespace {

/// A TOML file that is gone at the end of the test.
class ConfigFile {
public:
    explicit ConfigFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("opalite-options-" + std::to_string(::getpid()) + ".toml")) {
        std::ofstream(path_) << text;
    }
    ~ConfigFile() { std::filesystem::remove(path_); }
    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

class EnvironmentVariable {
public:
    EnvironmentVariable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
    ~EnvironmentVariable() { ::unsetenv(name_); }

private:
    const char* name_;
};

}  // namespace

TEST_CASE("an option wins over the environment, which wins over the file, which wins over the default") {
    const ConfigFile file("domain = \"file\"\nlisten-http = \"127.0.0.1:1\"\nio-threads = 3\nbehind-proxy = true\n");
    const EnvironmentVariable domain("OPALITE_DOMAIN", "environment");
    const EnvironmentVariable listen("OPALITE_LISTEN_HTTP", "127.0.0.1:2");
    ServiceOptions options;
    const auto parsed = parse_options({"--config", file.path(), "--listen-http=127.0.0.1:3", "--demo"}, service_option_specs(options));
    CHECK(parsed.mistakes.empty());
    CHECK(options.listen_http.port == 3);
    CHECK(options.domain == "environment");
    CHECK(options.io_threads == 3);
    CHECK(options.behind_proxy);
    CHECK(options.demo);
    CHECK(options.listen.port == 8443);
}

TEST_CASE("all mistakes are reported at once") {
    const ConfigFile file("domian = \"x\"\nlisten = [1]\n");
    ServiceOptions options;
    const auto parsed = parse_options({"--config", file.path(), "--dta", "/x", "--listen", "localhost:1", "--log", "nats://x",
                                       "--bootstrap-tenant", "abc", "--io-threads", "0", "word", "--database"},
                                      service_option_specs(options));
    CHECK(parsed.positional == std::vector<std::string>{"word"});
    CHECK(parsed.mistakes == Mistakes{
        "unknown option: --dta; did you mean --data?",
        "option --database needs a value: URL",
        "unknown key in " + file.path() + ": domian; did you mean domain?",
        "value of listen in " + file.path() + " must be a string, a number or a boolean",
        "--bootstrap-tenant: a tenant is a string of 1 to 18 digits, got: abc",
        "--io-threads: expected a number from 1 to 256, got: 0",
        "--listen: expected an IP address and a port such as 127.0.0.1:8443, got: localhost:1",
        "--log: expected embedded or kafka://HOST:PORT[,HOST:PORT…], got: nats://x"});
}

TEST_CASE("plain HTTP beyond loopback needs a proxy in front") {
    ServiceOptions options;
    CHECK(parse_options({"--listen-http", "0.0.0.0:8080"}, service_option_specs(options)).mistakes.empty());
    CHECK(check(options).size() == 1);
    CHECK(parse_options({"--behind-proxy"}, service_option_specs(options)).mistakes.empty());
    CHECK(check(options).empty());
}

TEST_CASE("the nearest neighbour is close or none") {
    CHECK(nearest("lissten", {"listen", "log"}) == "listen");
    CHECK(nearest("frobnicate", {"listen", "log"}).empty());
}
