#include "infra/cli/service_options.hpp"

#include <algorithm>
#include <charconv>

#include <boost/asio/ip/address.hpp>

namespace infra::cli {
namespace {

using Setter = std::function<std::string(const std::string&)>;

Setter endpoint(Endpoint& target) {
    return [&target](const std::string& value) -> std::string {
        const auto parsed = parse_endpoint(value);
        if (!parsed) return "expected an IP address and a port such as 127.0.0.1:8443, got: " + value;
        target = *parsed;
        return {};
    };
}

Setter ingest_token(ServiceOptions& options) {
    return [&options](const std::string& value) -> std::string {
        const std::size_t colon = value.find(':');
        if (colon == std::string::npos || colon == 0 || value.size() - colon - 1 < 16) {
            return "expected ID:SECRET with a secret of at least 16 characters";
        }
        options.bootstrap_ingest_token_id = value.substr(0, colon);
        options.bootstrap_ingest_token_secret = domain::base::Secret(value.substr(colon + 1));
        return {};
    };
}

Setter password(domain::base::Secret& target) {
    return [&target](const std::string& value) -> std::string {
        if (value.size() < 8) return "a password has at least 8 characters";
        target = domain::base::Secret(value);
        return {};
    };
}

Setter tenant(std::string& target) {
    return [&target](const std::string& value) -> std::string {
        if (value.empty() || value.size() > 18 || value.find_first_not_of("0123456789") != std::string::npos) {
            return "a tenant is a string of 1 to 18 digits, got: " + value;
        }
        target = value;
        return {};
    };
}

Setter event_log(std::string& target) {
    return [&target](const std::string& value) -> std::string {
        if (value != "embedded" && !(value.starts_with("kafka://") && value.size() > 8)) {
            return "expected embedded or kafka://HOST:PORT[,HOST:PORT…], got: " + value;
        }
        target = value;
        return {};
    };
}

Setter segments(std::string& target) {
    return [&target](const std::string& value) -> std::string {
        if (value.starts_with("s3://")) return "object stores are not supported yet; give a directory";
        target = value;
        return {};
    };
}

/// `18/1400`: what comes back in a second, and what may be used up at once.
bool parse_rate(std::string_view text, gateway::http::BucketRate& rate) {
    std::size_t per_second = 0;
    std::size_t burst = 0;
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return false;
    const auto first = std::from_chars(text.data(), text.data() + slash, per_second);
    const auto second = std::from_chars(text.data() + slash + 1, text.data() + text.size(), burst);
    if (first.ec != std::errc() || first.ptr != text.data() + slash || second.ec != std::errc() ||
        second.ptr != text.data() + text.size() || per_second == 0 || burst == 0) {
        return false;
    }
    rate = {static_cast<double>(per_second), static_cast<double>(burst)};
    return true;
}

Setter api_rates(gateway::http::ApiRates& target) {
    return [&target](const std::string& value) -> std::string {
        gateway::http::ApiRates rates;
        gateway::http::BucketRate* const all[] = {&rates.user_reads, &rates.tenant_reads, &rates.user_writes, &rates.tenant_writes};
        std::string_view rest = value;
        for (gateway::http::BucketRate* rate : all) {
            const std::size_t end = rate == &rates.tenant_writes ? rest.size() : std::min(rest.find(','), rest.size());
            if (value == "off") *rate = {0, 0};
            else if (!parse_rate(rest.substr(0, end), *rate)) return "expected off or four rates such as 18/1400,20/1500,8/120,10/130, got: " + value;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        target = rates;
        return {};
    };
}

Setter words(std::vector<std::string>& target) {
    return [&target](const std::string& value) -> std::string {
        std::vector<std::string> parsed;
        for (std::size_t begin = 0; begin <= value.size();) {
            const std::size_t end = std::min(value.find(',', begin), value.size());
            if (end == begin) return "expected ID[,ID…], got: " + value;
            parsed.push_back(value.substr(begin, end - begin));
            begin = end + 1;
        }
        target = std::move(parsed);
        return {};
    };
}

Setter level(std::string& target) {
    return [&target](const std::string& value) -> std::string {
        if (value != "debug" && value != "info" && value != "warn" && value != "error") {
            return "expected debug, info, warn or error, got: " + value;
        }
        target = value;
        return {};
    };
}

}  // namespace

std::optional<Endpoint> parse_endpoint(const std::string& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos) return std::nullopt;
    std::string address = text.substr(0, colon);
    if (address.size() > 2 && address.front() == '[' && address.back() == ']') address = address.substr(1, address.size() - 2);
    boost::system::error_code error;
    boost::asio::ip::make_address(address, error);
    std::uint16_t port = 0;
    const auto [end, port_error] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), port);
    if (error || colon + 1 == text.size() || port_error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return Endpoint{address, port};
}

bool is_loopback(const Endpoint& endpoint) {
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(endpoint.address, error);
    return !error && address.is_loopback();
}

std::string ServiceOptions::kafka_brokers() const {
    constexpr std::string_view kScheme = "kafka://";
    return log.starts_with(kScheme) ? log.substr(kScheme.size()) : std::string();
}

std::filesystem::path ServiceOptions::segment_directory() const {
    return std::filesystem::absolute(segments.empty() ? data / "segments" : std::filesystem::path(segments)).lexically_normal();
}

std::vector<OptionSpec> service_option_specs(ServiceOptions& options) {
    const Setter set_data = [&options](const std::string& value) -> std::string {
        if (value.empty()) return "the directory is empty";
        options.data = value;
        return {};
    };
    return {
        {"data", "DIR", "everything this machine keeps: private PostgreSQL, embedded log, segments, TLS material; default ./var", set_data},
        {"listen", "ADDR:PORT", "HTTPS: API, collection and console; default 127.0.0.1:8443", endpoint(options.listen)},
        {"listen-http", "ADDR:PORT", "plain HTTP, loopback only unless --behind-proxy; default 127.0.0.1:8080", endpoint(options.listen_http)},
        {"behind-proxy", "", "allows plain HTTP on any address, because a proxy in front ends TLS", keep_flag(options.behind_proxy)},
        {"domain", "NAME", "service domain: tenants are <customer>.<domain> and <customer>.collect.<domain>; default localhost", keep_text(options.domain)},
        {"tls-cert", "FILE", "PEM certificate chain; default: made on first start under DIR/tls", keep_text(options.tls_cert)},
        {"tls-key", "FILE", "PEM private key of --tls-cert", keep_text(options.tls_key)},
        {"log", "LOG", "the event log: embedded or kafka://HOST:PORT[,…]; default embedded", event_log(options.log)},
        {"database", "URL", "postgresql://…; default: a private cluster on a Unix socket in DIR", keep_text(options.database)},
        {"segments", "DIR", "where segments live; default DIR/segments", segments(options.segments)},
        {"bootstrap-tenant", "ID", "customer id of the first tenant, digits; first start only; default random", tenant(options.bootstrap_tenant)},
        {"bootstrap-email", "EMAIL", "first administrator; first start only; default admin@localhost", keep_text(options.bootstrap_email)},
        {"bootstrap-password", "TEXT", "password of the first administrator; first start only; default random", password(options.bootstrap_password)},
        {"bootstrap-datastream", "NAME", "first datastream; first start only; default Default", keep_text(options.bootstrap_datastream)},
        {"bootstrap-ingest-token", "ID:SECRET", "token of the first datastream; first start only; default random", ingest_token(options)},
        {"login-integrations", "ID[,ID…]", "programs that may ask for delegated logins; default observe-tool-abdaf0", words(options.login_integrations)},
        {"delegated-login-lifetime", "SECONDS", "a delegated login waits so long for its user; default 600", keep_number<std::size_t>(options.delegated_login_lifetime_s, 1, 3600)},
        {"ready-file", "FILE", "written once both listeners accept: JSON with addresses and ids", keep_text(options.ready_file)},
        {"demo", "", "also streams a demonstration workload into the first datastream", keep_flag(options.demo)},
        {"log-level", "LEVEL", "debug, info, warn or error; default info", level(options.log_level)},
        {"io-threads", "N", "threads that serve connections; default 2", keep_number<std::size_t>(options.io_threads, 1, 256)},
        {"connections-max", "N", "connections open at once; default 4096", keep_number<std::size_t>(options.connections_max, 1, 1'000'000)},
        {"queries-max", "N", "queries running at once, others wait; default 4", keep_number<std::size_t>(options.queries_max, 1, 1024)},
        {"query-threads", "N", "threads that all queries share; default 0: one for each core", keep_number<std::size_t>(options.query_threads, 0, 1024)},
        {"api-rates", "RATES", "API requests a second and at once, for each gateway: reads of a user, of a customer, writes of a user, of a customer; default 18/1400,20/1500,8/120,10/130; off: no limits", api_rates(options.api_rates)},
        {"query-memory-mib", "N", "memory that all queries share, in MiB; default 2048", keep_number<std::size_t>(options.query_memory_mib, 64, 1'048'576)},
    };
}

Mistakes check(const ServiceOptions& options) {
    Mistakes mistakes;
    if (!options.behind_proxy && !is_loopback(options.listen_http)) {
        mistakes.push_back("--listen-http " + options.listen_http.address +
                           " is not a loopback address; plain HTTP there needs --behind-proxy");
    }
    if (options.tls_cert.empty() != options.tls_key.empty()) mistakes.push_back("--tls-cert and --tls-key belong together");
    if (!options.database.empty() && !options.database.starts_with("postgresql://") &&
        !options.database.starts_with("postgres://")) {
        mistakes.push_back("--database must be a URL that starts with postgresql://");
    }
    return mistakes;
}

}  // namespace infra::cli
