#include "infra/cli/administration.hpp"

#include <chrono>

#include "gateway/auth/secrets.hpp"
#include "infra/cli/service_config.hpp"
#include "infra/runtime/run_async.hpp"

namespace infra::cli {
namespace {

using domain::base::Error;
using domain::base::Result;

/// How long to wait for a decision: consumers may just be starting.
constexpr std::chrono::seconds kPatience{30};
constexpr int kIdAttemptsMax = 5;

}  // namespace

Result<std::unique_ptr<Administration>> Administration::open(const ServiceOptions& options) {
    std::unique_ptr<Administration> administration(new Administration());
    // Who holds the directory runs the service; then its consumers decide.
    auto lock = DirectoryLock::take(options.data);
    auto platform = Platform::open(options, [](const std::string&) {});
    if (!platform) return platform.error();
    administration->platform_ = std::move(*platform);
    Platform& parts = *administration->platform_;
    if (lock) administration->lock_.emplace(std::move(*lock));
    if (lock && options.kafka_brokers().empty()) {
        auto consumers = consumers::ConsumerHost::start(consumers_config(options), parts.log(), parts.database(),
                                                        parts.clock(), parts.metrics());
        if (!consumers) return consumers.error();
        administration->consumers_ = std::move(*consumers);
    }
    administration->reader_ = std::make_unique<postgres::PostgresControlReader>(parts.database());
    administration->notifier_ = std::make_unique<postgres::Notifier>(parts.database_url());
    administration->bus_ = std::make_unique<postgres::PostgresCommandBus>(parts.log(), *administration->reader_,
                                                                          *administration->notifier_);
    administration->notifier_->start();
    return administration;
}

Administration::~Administration() {
    if (notifier_) notifier_->stop();
}

Result<void> Administration::execute(const domain::base::TenantId& tenant,
                                     const std::function<domain::admin::Command()>& make) {
    for (int attempt = 1;; ++attempt) {
        const domain::admin::CommandEnvelope envelope(gateway::auth::random_command_id(), tenant, "operator", now(), make());
        const auto outcome = runtime::run_async(bus_->execute(envelope, std::chrono::steady_clock::now() + kPatience));
        if (!outcome) return outcome.error();
        if (outcome->accepted) return {};
        if (!outcome->id_taken || attempt == kIdAttemptsMax) return Error(outcome->code, outcome->message);
    }
}

}  // namespace infra::cli
