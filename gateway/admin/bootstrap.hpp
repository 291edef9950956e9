#pragma once

#include <filesystem>
#include <optional>

#include "domain/admin/command_bus.hpp"
#include "domain/admin/control_reader.hpp"
#include "domain/eventlog/event_log.hpp"
#include "gateway/admin/bootstrap_plan.hpp"
#include "gateway/auth/password_hasher.hpp"

namespace gateway::admin {

/// The first start of a deployment: makes the first tenant, its administrator, datastream and ingest token through the same
/// commands as everything else. What is handed in must outlive it.
class Bootstrap {
public:
    Bootstrap(domain::eventlog::EventLog& log, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
              auth::PasswordHasher& hasher, const domain::base::Clock& clock);

    /// Gives what was made, or nothing when this is not a first start: some command was issued before, and no plan is left
    /// over. After a crash in the middle the plan in `plan_file` is carried to its end, whatever the options say now. The
    /// file stays until forget_plan(), to be called once the operator has seen the secrets.
    ///
    /// Consumers must be running. `patience` is for each of the four commands. Fails as make_plan, as CommandBus::execute,
    /// and with kConflict when the tenant exists.
    domain::base::Task<domain::base::Result<std::optional<BootstrapPlan>>> run(
        BootstrapOptions options, std::filesystem::path plan_file,
        std::chrono::seconds patience = std::chrono::seconds(30));

private:
    domain::base::Task<domain::base::Result<std::optional<BootstrapPlan>>> plan(const BootstrapOptions& options,
                                                                                const std::filesystem::path& plan_file);
    domain::base::Task<domain::base::Result<void>> carry_out(const BootstrapPlan& plan, std::chrono::seconds patience);
    domain::base::Task<domain::base::Result<void>> execute(const BootstrapPlan& plan, const std::string& step,
                                                           domain::admin::Command command, std::chrono::seconds patience);

    domain::eventlog::EventLog& log_;
    domain::admin::ControlReader& reader_;
    domain::admin::CommandBus& bus_;
    auth::PasswordHasher& hasher_;
    const domain::base::Clock& clock_;
};

}  // namespace gateway::admin
