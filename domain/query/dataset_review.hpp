#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/base/task.hpp"
#include "domain/catalog/dataset.hpp"
#include "domain/query/query_error.hpp"
#include "domain/query/query_request.hpp"

namespace domain::query {

/// What someone wants to save as a derived dataset: nothing is resolved yet.
struct DatasetDraft {
    base::TenantId tenant;
    std::optional<base::DatasetId> id;  ///< the dataset that gets the new definition; none: a new dataset
    std::string path;                   ///< that it will have, for diagnostics
    std::vector<Stage> stages;
    std::optional<std::string> output_stage;  ///< default: the last stage
};

/// A dataset that depends on the one that changes.
struct ReviewedDependent {
    catalog::DatasetVersion seen;
    std::optional<catalog::Schema> schema;  ///< that it will have, when it is another one
};

/// What a draft comes to.
struct DatasetReview {
    catalog::Definition definition;  ///< only the stages that the output needs, datasets by id
    catalog::Schema schema;
    std::vector<catalog::DatasetVersion> inputs;
    std::vector<ReviewedDependent> dependents;  ///< each after those of them that it reads
    std::vector<Diagnostic> advice;
};

/// Compiles a draft and everything that depends on it against the tenant's datasets, `all`, and the schemas that come of it.
/// Never suspends.
///
/// Fails as expand and compile, with kConflict and the dependents when one of them would not compile any more or uses a
/// column that changes its type, and with kConflict when the dataset would read itself. A column is used when the dependent
/// would be another one without it; one that is only handed on is not.
base::Task<QueryResult<DatasetReview>> review(const std::vector<catalog::Dataset>& all, const DatasetDraft& draft);

/// Compiles everything that depends on a dataset with rows of its own as if it had another schema. Never suspends. Fails as
/// review.
base::Task<QueryResult<std::vector<ReviewedDependent>>> review_schema(const std::vector<catalog::Dataset>& all,
                                                                      base::TenantId tenant, base::DatasetId dataset,
                                                                      const catalog::Schema& schema);

}  // namespace domain::query
