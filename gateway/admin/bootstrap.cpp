#include "gateway/admin/bootstrap.hpp"

#include <utility>

#include "domain/eventlog/topics.hpp"
#include "gateway/auth/secrets.hpp"

namespace gateway::admin {

using domain::base::Error;
using domain::base::Result;
using domain::base::Task;

Bootstrap::Bootstrap(domain::eventlog::EventLog& log, domain::admin::ControlReader& reader, domain::admin::CommandBus& bus,
                     auth::PasswordHasher& hasher, const domain::base::Clock& clock)
    : log_(log), reader_(reader), bus_(bus), hasher_(hasher), clock_(clock) {}

Task<Result<std::optional<BootstrapPlan>>> Bootstrap::run(BootstrapOptions options, std::filesystem::path plan_file,
                                                          std::chrono::seconds patience) {
    auto planned = co_await plan(options, plan_file);
    if (!planned || !*planned) co_return planned;
    const auto done = co_await carry_out(**planned, patience);
    if (!done) co_return done.error();
    co_return planned;
}

Task<Result<std::optional<BootstrapPlan>>> Bootstrap::plan(const BootstrapOptions& options,
                                                           const std::filesystem::path& plan_file) {
    auto left_over = read_plan(plan_file);
    if (!left_over || *left_over) co_return left_over;
    const auto tenants = co_await reader_.tenants();
    if (!tenants) co_return tenants.error();
    const auto topic = domain::eventlog::admin_topic();
    const auto ranges = co_await log_.ranges(topic);
    if (!ranges) co_return ranges.error();
    // A log with commands and empty projections is a rebuild, not a first start.
    bool used = !tenants->empty();
    for (const auto& range : *ranges) used |= range.end.value() > 0;
    if (used) co_return std::optional<BootstrapPlan>();
    auto made = make_plan(options);
    if (!made) co_return made.error();
    const auto written = write_plan(*made, plan_file);
    if (!written) co_return written.error();
    co_return std::optional<BootstrapPlan>(std::move(*made));
}

Task<Result<void>> Bootstrap::carry_out(const BootstrapPlan& plan, std::chrono::seconds patience) {
    domain::admin::tenant::CreateTenant tenant;
    tenant.label = plan.tenant.value();
    tenant.workspace = plan.workspace;
    tenant.workspace_name = "Default";
    auto done = co_await execute(plan, "tenant", std::move(tenant), patience);
    if (!done) co_return done;

    domain::admin::datastream::CreateDatastream datastream;
    datastream.datastream = plan.datastream;
    datastream.dataset = plan.dataset;
    datastream.workspace = plan.workspace;
    datastream.name = plan.datastream_name;
    done = co_await execute(plan, "datastream", std::move(datastream), patience);
    if (!done) co_return done;

    domain::admin::ingest_token::CreateIngestToken token;
    token.token = plan.ingest_token;
    token.name = plan.datastream_name;
    token.secret_sha256 = auth::sha256_hex(plan.ingest_token_secret.reveal());
    token.datastreams.push_back(plan.datastream);
    done = co_await execute(plan, "ingest-token", std::move(token), patience);
    if (!done) co_return done;

    domain::base::Secret password = plan.password;
    auto hash = co_await hasher_.hash(std::move(password));
    if (!hash) co_return hash.error();
    domain::admin::user::CreateUser user;
    user.user = plan.user;
    user.email = plan.email;
    user.label = "Administrator";
    user.administrator = true;
    user.password_hash = std::move(*hash);
    co_return co_await execute(plan, "user", std::move(user), patience);
}

Task<Result<void>> Bootstrap::execute(const BootstrapPlan& plan, const std::string& step, domain::admin::Command command,
                                      std::chrono::seconds patience) {
    // The id is the same in every attempt, so a step that was done before only gives its outcome again.
    domain::base::CommandId id("bootstrap-" + plan.tenant.value() + "-" + std::to_string(plan.workspace.value()) + "-" + step);
    domain::admin::CommandEnvelope envelope(std::move(id), plan.tenant, "bootstrap", clock_.now(), std::move(command));
    const auto outcome = co_await bus_.execute(std::move(envelope), std::chrono::steady_clock::now() + patience);
    if (!outcome) co_return outcome.error();
    if (!outcome->accepted) co_return Error(outcome->code, "first start: " + outcome->message);
    co_return Result<void>();
}

}  // namespace gateway::admin
