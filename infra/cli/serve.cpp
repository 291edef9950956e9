// opalite serve, gateway, consumers: the roles of the service in one process each, or both in one.
#include <csignal>
#include <fstream>
#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "consumers/consumer_host.hpp"
#include "gateway/admin/bootstrap.hpp"
#include "gateway/gateway.hpp"
#include "infra/cli/commands.hpp"
#include "infra/cli/demo.hpp"
#include "infra/cli/directory_lock.hpp"
#include "infra/cli/greeting.hpp"
#include "infra/cli/platform.hpp"
#include "infra/cli/service_config.hpp"
#include "infra/cli/service_options.hpp"
#include "infra/runtime/run_async.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using gateway::admin::BootstrapPlan;

/// How long requests may finish after SIGTERM (spec: running.md).
constexpr std::chrono::seconds kDrainLimit{10};

struct Roles {
    bool gateway = false;
    bool consumers = false;
    std::string command;
};

/// SIGTERM and SIGINT, taken from all threads: must be made before the first thread is.
class StopSignals {
public:
    StopSignals() {
        sigemptyset(&signals_);
        sigaddset(&signals_, SIGINT);
        sigaddset(&signals_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    }
    void wait() const {
        int signal = 0;
        sigwait(&signals_, &signal);
    }

private:
    sigset_t signals_{};
};

/// What the ready file and the greeting say about the first tenant.
Result<std::optional<FirstDatastream>> first_datastream(domain::admin::ControlReader& control) {
    const auto tenants = runtime::run_async(control.tenants());
    if (!tenants) return tenants.error();
    if (tenants->empty()) return std::optional<FirstDatastream>();
    const auto datastreams = runtime::run_async(control.datastreams(tenants->front()));
    if (!datastreams) return datastreams.error();
    if (datastreams->empty()) return std::optional<FirstDatastream>();
    const auto& first = datastreams->front();
    return std::optional(FirstDatastream{tenants->front(), first.id, first.name, first.dataset});
}

/// Written under another name first: whoever waits for it never sees half of it.
Result<void> write_ready_file(const std::string& file, const Addresses& addresses,
                              const std::optional<FirstDatastream>& first) {
    nlohmann::ordered_json ready;
    if (!addresses.https.empty()) {
        ready["https"] = addresses.https;
        ready["http"] = addresses.http;
    }
    if (first) {
        ready["tenant"] = first->tenant.value();
        ready["datastreamId"] = std::to_string(first->datastream.value());
        ready["datasetId"] = std::to_string(first->dataset.value());
    }
    ready["pid"] = ::getpid();
    const std::string temporary = file + ".new";
    std::ofstream stream(temporary, std::ios::trunc);
    stream << ready.dump() << '\n';
    stream.close();
    std::error_code error;
    if (stream) std::filesystem::rename(temporary, file, error);
    if (!stream || error) return Error(ErrorCode::kUnavailable, "the ready file cannot be written: " + file);
    return {};
}

/// One run of the service, from opening to stopping.
class Service {
public:
    Service(const ServiceOptions& options, Roles roles) : options_(options), roles_(std::move(roles)) {}

    Result<void> run(const StopSignals& signals) {
        auto lock = DirectoryLock::take(options_.data);
        if (!lock) return lock.error();
        const auto started = start();
        if (!started) return started.error();
        signals.wait();
        if (shows_progress_) std::cout << "stopping" << std::endl;
        stop();
        return {};
    }

private:
    Result<void> start() {
        auto platform = Platform::open(options_, [](const std::string& step) { std::cout << step << std::endl; });
        if (!platform) return platform.error();
        platform_ = std::move(*platform);
        std::filesystem::create_directories(options_.segment_directory());
        if (roles_.consumers) {
            auto consumers = consumers::ConsumerHost::start(consumers_config(options_), platform_->log(), platform_->database(),
                                                            platform_->clock(), platform_->metrics());
            if (!consumers) return consumers.error();
            consumers_ = std::move(*consumers);
        }
        std::optional<FirstDatastream> first;
        if (roles_.gateway) {
            const auto opened = open_gateway(first);
            if (!opened) return opened.error();
        }
        if (!options_.ready_file.empty()) return write_ready_file(options_.ready_file, addresses_, first);
        return {};
    }

    Result<void> open_gateway(std::optional<FirstDatastream>& first) {
        auto gateway = gateway::Gateway::open(gateway_config(options_), platform_->log(), platform_->database(),
                                              platform_->clock(), platform_->metrics());
        if (!gateway) return gateway.error();
        gateway_ = std::move(*gateway);
        const auto plan_file = std::filesystem::absolute(options_.data) / "bootstrap.json";
        gateway::admin::Bootstrap bootstrap(platform_->log(), gateway_->control(), gateway_->commands(), gateway_->hasher(),
                                            platform_->clock());
        const auto plan = runtime::run_async(bootstrap.run(bootstrap_options(options_), plan_file));
        if (!plan) return Error(plan.error().code(), "first start: " + plan.error().message());
        const auto listening = gateway_->listen();
        if (!listening) return listening.error();
        addresses_ = {"https://" + in_url(options_.listen.address) + ":" + std::to_string(gateway_->https_port()),
                      "http://" + in_url(options_.listen_http.address) + ":" + std::to_string(gateway_->http_port())};
        auto found = first_datastream(gateway_->control());
        if (!found) return found.error();
        first = *found;
        print_greeting(std::cout, addresses_, first, *plan, !options_.bootstrap_password.empty(),
                       std::filesystem::absolute(options_.data) / "tls" / "ca.pem");
        gateway::admin::forget_plan(plan_file);
        if (options_.demo && first) {
            demo_ = std::make_unique<Demo>(addresses_.http, *first, gateway_->commands(), platform_->clock());
            std::cout << "demo: streaming a demonstration workload into " << first->name << std::endl;
        }
        return {};
    }

    /// Along the flow: no more requests, then no more landing, then the stores.
    void stop() {
        demo_.reset();
        if (gateway_) gateway_->stop(kDrainLimit);
        if (consumers_) consumers_->stop();
        gateway_.reset();
        consumers_.reset();
        platform_.reset();
    }

    const ServiceOptions& options_;
    const Roles roles_;
    const bool shows_progress_ = ::isatty(STDOUT_FILENO) == 1;
    Addresses addresses_;
    std::unique_ptr<Platform> platform_;
    std::unique_ptr<consumers::ConsumerHost> consumers_;
    std::unique_ptr<gateway::Gateway> gateway_;
    std::unique_ptr<Demo> demo_;
};

ExitStatus run_service(const Words& words, const Roles& roles) {
    ServiceOptions options;
    ParsedWords parsed = parse_options(words, service_option_specs(options));
    if (!parsed.positional.empty()) parsed.mistakes.push_back("unexpected word: " + parsed.positional.front());
    for (std::string& mistake : check(options)) parsed.mistakes.push_back(std::move(mistake));
    const bool alone = roles.gateway != roles.consumers;
    if (alone && options.kafka_brokers().empty()) {
        parsed.mistakes.push_back("the embedded log belongs to one process: use `opalite serve`, or --log kafka://HOST:PORT");
    }
    if (alone && options.database.empty()) parsed.mistakes.push_back("roles on their own share a PostgreSQL: give --database");
    if (!parsed.mistakes.empty()) return usage_error(parsed.mistakes, roles.command);
    telemetry::set_level(options.log_level);
    const StopSignals signals;
    Service service(options, roles);
    const auto done = service.run(signals);
    return done ? ExitStatus::kSuccess : failure(done.error().message());
}

}  // namespace

std::string help_serve() {
    ServiceOptions options;
    return "usage: opalite serve|gateway|consumers [OPTIONS]\n\nRuns the service (serve), or one of its roles alone. SIGTERM and "
           "SIGINT stop it: requests get 10 s to finish.\nEach option is also an environment variable (in parentheses) and a "
           "key of the configuration file;\nan option wins over the environment, which wins over the file.\n\n" +
           describe(service_option_specs(options));
}

ExitStatus run_serve(const Words& words) { return run_service(words, {true, true, "serve"}); }
ExitStatus run_gateway(const Words& words) { return run_service(words, {true, false, "gateway"}); }
ExitStatus run_consumers(const Words& words) { return run_service(words, {false, true, "consumers"}); }

}  // namespace infra::cli
