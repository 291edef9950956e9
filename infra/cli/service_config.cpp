#include "infra/cli/service_config.hpp"

#include <algorithm>
#include <thread>

namespace infra::cli {

gateway::Config gateway_config(const ServiceOptions& options) {
    gateway::Config config;
    config.https_address = options.listen.address;
    config.https_port = options.listen.port;
    config.http_address = options.listen_http.address;
    config.http_port = options.listen_http.port;
    config.domain = options.domain;
    config.login_integrations = options.login_integrations;
    config.delegated_login_life = std::chrono::seconds(options.delegated_login_lifetime_s);
    config.tls_certificate = options.tls_cert;
    config.tls_key = options.tls_key;
    config.tls_directory = std::filesystem::absolute(options.data) / "tls";
    config.segment_directory = options.segment_directory();
    config.query_temp_directory = std::filesystem::absolute(options.data) / "query-temp";
    config.io_threads = options.io_threads;
    config.connections_max = options.connections_max;
    config.queries_running_max = options.queries_max;
    config.query_threads = options.query_threads != 0 ? options.query_threads
                                                      : std::max<std::size_t>(1, std::thread::hardware_concurrency());
    config.query_memory_bytes_max = options.query_memory_mib << 20U;
    config.api_rates = options.api_rates;
    return config;
}

gateway::admin::BootstrapOptions bootstrap_options(const ServiceOptions& options) {
    gateway::admin::BootstrapOptions bootstrap;
    bootstrap.tenant = options.bootstrap_tenant;
    bootstrap.email = options.bootstrap_email;
    bootstrap.password = options.bootstrap_password;
    bootstrap.datastream = options.bootstrap_datastream;
    bootstrap.ingest_token_id = options.bootstrap_ingest_token_id;
    bootstrap.ingest_token_secret = options.bootstrap_ingest_token_secret;
    return bootstrap;
}

consumers::Config consumers_config(const ServiceOptions& options) {
    consumers::Config config;
    config.segment_directory = options.segment_directory();
    config.filter_temp_directory = std::filesystem::absolute(options.data) / "filter-temp";
    return config;
}

}  // namespace infra::cli
