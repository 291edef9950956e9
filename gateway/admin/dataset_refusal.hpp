#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/admin/control_reader.hpp"
#include "domain/identity/principal.hpp"
#include "domain/query/query_error.hpp"
#include "gateway/http/response.hpp"

namespace gateway::admin {

/// The refusal of a change that a review of datasets does not allow, with its diagnostics or dependents when there are any.
http::Response dataset_refusal(const domain::query::QueryError& error);

/// An error that names dependents, without those that the caller may not know of, and then in general words.
domain::query::QueryError told_to(const domain::identity::Principal& caller, const std::vector<domain::admin::DatasetView>& all,
                                  const domain::query::QueryError& error);

/// The refusal to remove a dataset that others read, with the list of those that the caller may know of; nothing when nobody
/// reads it. `named` is what the message calls it, `reason` what it says of each reader: `it reads the table`.
std::optional<http::Response> refusal_by_readers(const domain::identity::Principal& caller,
                                                 const std::vector<domain::admin::DatasetView>& all,
                                                 domain::base::DatasetId dataset, const std::string& named,
                                                 const std::string& reason);

}  // namespace gateway::admin
