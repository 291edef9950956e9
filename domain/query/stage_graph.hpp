#pragma once

#include <cstddef>
#include <vector>

#include "domain/base/result.hpp"
#include "domain/query/query_request.hpp"

namespace domain::query {

/// The stages that the output needs, those that are read before those that read them.
struct StageOrder {
    std::vector<std::size_t> stages;  ///< indexes in QueryRequest::stages; the last one is the output stage
};

/// Checks the form of a request: at least one stage, each with an id of its own and at least one input, input names unique
/// within a stage, references to stages that exist and do not form a cycle, an output stage that exists, a window that does
/// not end before it starts. Fails with kInvalidArgument on the first fault.
base::Result<StageOrder> order_stages(const QueryRequest& request);

}  // namespace domain::query
