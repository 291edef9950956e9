#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "consumers/consumer_host.hpp"
#include "domain/admin/command.hpp"
#include "domain/admin/control_reader.hpp"
#include "infra/cli/directory_lock.hpp"
#include "infra/cli/platform.hpp"
#include "infra/cli/service_options.hpp"
#include "infra/postgres/command_bus.hpp"
#include "infra/postgres/control_reader.hpp"
#include "infra/postgres/notifier.hpp"

namespace infra::cli {

/// The way to the command path: appends to the log and waits for the consumers. When the embedded log has none, because the
/// service is not running, this process is the consumer meanwhile. Every call blocks.
class Administration {
public:
    /// Fails as Platform::open.
    static domain::base::Result<std::unique_ptr<Administration>> open(const ServiceOptions& options);
    ~Administration();

    domain::admin::ControlReader& reader() { return *reader_; }
    Platform& platform() { return *platform_; }
    domain::base::Timestamp now() { return platform_->clock().now(); }

    /// Executes what `make()` gives; when the random id in it was taken, once more with what it gives next. Fails with the
    /// refusal, and as CommandBus::execute.
    domain::base::Result<void> execute(const domain::base::TenantId& tenant,
                                       const std::function<domain::admin::Command()>& make);

private:
    Administration() = default;

    std::optional<DirectoryLock> lock_;
    std::unique_ptr<Platform> platform_;
    std::unique_ptr<consumers::ConsumerHost> consumers_;
    std::unique_ptr<postgres::PostgresControlReader> reader_;
    std::unique_ptr<postgres::Notifier> notifier_;
    std::unique_ptr<postgres::PostgresCommandBus> bus_;
};

}  // namespace infra::cli
