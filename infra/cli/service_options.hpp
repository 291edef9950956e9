#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/secret.hpp"
#include "gateway/http/api_limits.hpp"
#include "infra/cli/options.hpp"

namespace infra::cli {

struct Endpoint {
    std::string address;     ///< IP address, without brackets
    std::uint16_t port = 0;  ///< 0: any free port
};

/// `ADDR:PORT`, `[v6]:PORT`. Nothing on any other text.
std::optional<Endpoint> parse_endpoint(const std::string& text);
bool is_loopback(const Endpoint& endpoint);

/// What serve, gateway, consumers, migrate, rebuild and admin can be told; spec: running.md. Every field has its default here
/// and its sentence in service_option_specs().
struct ServiceOptions {
    std::filesystem::path data = "./var";
    Endpoint listen{"127.0.0.1", 8443};
    Endpoint listen_http{"127.0.0.1", 8080};
    bool behind_proxy = false;
    std::string domain = "localhost";
    std::string tls_cert;
    std::string tls_key;
    std::string log = "embedded";       ///< or `kafka://HOST:PORT[,…]`
    std::string database;               ///< empty: the private cluster
    std::string segments;               ///< empty: data/segments
    std::string bootstrap_tenant;       ///< empty: random
    std::string bootstrap_email = "admin@localhost";
    domain::base::Secret bootstrap_password;  ///< empty: random
    std::string bootstrap_datastream = "Default";
    std::string bootstrap_ingest_token_id;  ///< empty: random, with the secret
    domain::base::Secret bootstrap_ingest_token_secret;
    std::vector<std::string> login_integrations{"observe-tool-abdaf0"};  ///< who may ask for delegated logins
    std::size_t delegated_login_lifetime_s = 600;
    std::string ready_file;
    bool demo = false;
    std::string log_level = "info";
    std::size_t io_threads = 2;
    std::size_t connections_max = 4096;
    std::size_t queries_max = 4;               ///< running at once
    std::size_t query_threads = 0;             ///< 0: one for each core
    std::size_t query_memory_mib = 2048;
    gateway::http::ApiRates api_rates;

    /// `kafka://a:1,b:2` → `a:1,b:2`; empty for the embedded log.
    std::string kafka_brokers() const;
    std::filesystem::path segment_directory() const;
};

/// The options of the service commands, writing into `options`.
std::vector<OptionSpec> service_option_specs(ServiceOptions& options);

/// What is wrong with the options taken together.
Mistakes check(const ServiceOptions& options);

}  // namespace infra::cli
