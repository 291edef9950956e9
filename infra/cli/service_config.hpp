#pragma once

#include "consumers/config.hpp"
#include "gateway/admin/bootstrap_plan.hpp"
#include "gateway/config.hpp"
#include "infra/cli/service_options.hpp"

namespace infra::cli {

/// What the options mean for each part.
gateway::Config gateway_config(const ServiceOptions& options);
consumers::Config consumers_config(const ServiceOptions& options);
gateway::admin::BootstrapOptions bootstrap_options(const ServiceOptions& options);

}  // namespace infra::cli
