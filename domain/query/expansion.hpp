#pragma once

#include <cstddef>
#include <vector>

#include "domain/base/task.hpp"
#include "domain/catalog/catalog.hpp"
#include "domain/opal/compiler/compiler.hpp"
#include "domain/query/query_error.hpp"
#include "domain/query/query_request.hpp"

namespace domain::query {

// How far derived datasets may go.
inline constexpr std::size_t derived_datasets_deep_max = 16;  ///< that build on each other
inline constexpr std::size_t query_stages_max = 256;          ///< of a query, with those of all its derived datasets

/// A request whose datasets are known and whose derived datasets are spelled out as stages; the last stage is the output.
struct Expansion {
    Expansion() = default;
    std::vector<catalog::Dataset> datasets;  ///< with segments of their own only
    std::vector<opal::compiler::Stage> stages;
    opal::plan::Window window;
    std::optional<std::int64_t> row_limit;
};

/// Finds the inputs of all stages that the output needs. A derived dataset becomes the stages of its definition, once for each
/// use; they are named `<path of the dataset>/<id>` and see no parameters. Fails as order_stages, with kNotFound (an input
/// does not exist, or the asker may not know of it), with kPermissionDenied, with kInvalidArgument (derived datasets too deep, too many stages), and as the catalog.
base::Task<base::Result<Expansion>> expand(catalog::Catalog& catalog, const QueryRequest& request);

/// Up to the plan. Fails with kInvalidArgument and the diagnostics when the text of a stage does not compile.
QueryResult<opal::compiler::Compilation> compile(const Expansion& expansion);

/// What the compiler found out about all stages.
std::vector<Diagnostic> diagnostics_of(const opal::compiler::Compilation& compilation);

}  // namespace domain::query
