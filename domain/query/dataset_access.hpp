#pragma once

#include <optional>

#include "domain/base/result.hpp"
#include "domain/catalog/dataset.hpp"
#include "domain/identity/access_policy.hpp"
#include "domain/query/query_request.hpp"

namespace domain::query {

/// A dataset as grants see it. The audit trail is an object of its own kind.
identity::ObjectRef object_of(const catalog::Dataset& dataset);

/// Whether someone may read the rows of all inputs of the stages, also of those that derived datasets read. Fails with kNotFound
/// for an input that does not exist or that the reader may not know of, with kPermissionDenied for one that may not be viewed;
/// what stands behind a derived dataset is not named.
base::Result<void> may_read(const identity::Principal& reader, const std::vector<catalog::Dataset>& all,
                            const std::vector<Stage>& stages);

/// The same for one input. `through`: the derived dataset that reads it; none: it was asked for as `shown`.
base::Result<void> may_read(const identity::Principal& reader, const catalog::Dataset& input,
                            const std::optional<std::string>& through, const std::string& shown);

}  // namespace domain::query
