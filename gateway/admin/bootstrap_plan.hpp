#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"
#include "domain/base/secret.hpp"

namespace gateway::admin {

/// What the operator said about the first tenant (spec: running, `--bootstrap-…`). Empty: to be made up.
struct BootstrapOptions {
    BootstrapOptions() = default;
    std::string tenant;
    std::string email = "admin@localhost";
    domain::base::Secret password;
    std::string datastream = "Default";
    std::string ingest_token_id;
    domain::base::Secret ingest_token_secret;
};

/// The first tenant, administrator, datastream and ingest token, with everything that chance decides decided: carrying it out
/// twice is carrying it out once. Also what is shown to the operator at the end, secrets included.
struct BootstrapPlan {
    BootstrapPlan() = default;
    domain::base::TenantId tenant;
    domain::base::ObjectId workspace;
    domain::base::UserId user;
    std::string email;
    domain::base::Secret password;
    domain::base::DatastreamId datastream;
    std::string datastream_name;
    domain::base::DatasetId dataset;
    domain::base::IngestTokenId ingest_token;
    domain::base::Secret ingest_token_secret;
};

/// Fails with kInvalidArgument, naming the option: a tenant that is not digits, a password shorter than 8 characters, a token
/// without secret.
domain::base::Result<BootstrapPlan> make_plan(const BootstrapOptions& options);

// A plan is kept in a file (mode 0600) from before its first command until the operator has seen its secrets, so that a crash
// in between loses none of them.

/// Nothing when there is no file. Fails with kInternal when it cannot be read.
domain::base::Result<std::optional<BootstrapPlan>> read_plan(const std::filesystem::path& file);
/// Durable once it returns. Fails with kUnavailable.
domain::base::Result<void> write_plan(const BootstrapPlan& plan, const std::filesystem::path& file);
/// The operator has seen it.
void forget_plan(const std::filesystem::path& file);

}  // namespace gateway::admin
