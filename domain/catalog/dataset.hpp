#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "domain/base/ids.hpp"
#include "domain/base/time.hpp"
#include "domain/catalog/definition.hpp"
#include "domain/catalog/schema.hpp"

namespace domain::catalog {

/// A named, typed collection of rows.
struct Dataset {
    base::DatasetId id;
    base::TenantId tenant;
    std::string workspace;  ///< label of the workspace: `Default`
    std::string name;       ///< may contain a slash-separated package prefix
    Schema schema;
    std::int64_t version = 1;  ///< grows with every change
    std::optional<Definition> definition = std::nullopt;  ///< of a derived dataset, which has no segments of its own
    /// Its definition is that of a datastream's typed dataset: whoever may view it sees what the definition reads.
    bool is_typed = false;
    /// Ids of what it belongs to, as grants name them: workspace, datastream, reference table, folder.
    std::vector<std::int64_t> within = {};
};

/// `Default.kubernetes/Container Logs`.
inline std::string path(const Dataset& dataset) { return dataset.workspace + '.' + dataset.name; }

/// A dataset as someone has seen it.
struct DatasetVersion {
    base::DatasetId dataset;
    std::int64_t version = 0;
    friend bool operator==(const DatasetVersion&, const DatasetVersion&) = default;
};

/// One scan's demand: the rows of a dataset in [from, to).
struct SegmentQuery {
    base::DatasetId dataset;
    base::Timestamp from{};
    base::Timestamp to{};
    bool with_ranges = false;  ///< Segment::ranges are wanted, too
};

}  // namespace domain::catalog
