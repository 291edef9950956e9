#pragma once

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

#include "domain/base/ids.hpp"
#include "gateway/admin/bootstrap_plan.hpp"

namespace infra::cli {

/// Where the gateway listens, as URLs; empty when this process has none.
struct Addresses {
    std::string https;
    std::string http;
};

struct FirstDatastream {
    domain::base::TenantId tenant;
    domain::base::DatastreamId datastream;
    std::string name;
    domain::base::DatasetId dataset;
};

/// An address as the host of a URL: IPv6 in brackets.
std::string in_url(const std::string& address);

/// Says where the service is and what to do next; on the first start (`plan`) also the credentials, which are shown once. A
/// password that the operator gave is not repeated: the lines to copy then say $PASSWORD.
void print_greeting(std::ostream& out, const Addresses& addresses, const std::optional<FirstDatastream>& first,
                    const std::optional<gateway::admin::BootstrapPlan>& plan, bool password_given,
                    const std::filesystem::path& authority);

}  // namespace infra::cli
