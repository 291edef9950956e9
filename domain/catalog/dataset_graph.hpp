#pragma once

#include <map>
#include <vector>

#include "domain/base/ids.hpp"

namespace domain::catalog {

/// Which dataset reads which.
class DatasetGraph {
public:
    void add(base::DatasetId dataset, const std::vector<base::DatasetId>& inputs);

    /// The datasets that read `dataset` themselves, in order of their ids.
    std::vector<base::DatasetId> readers(base::DatasetId dataset) const;

    /// All that depend on `dataset`, through others too: each after those of them that it reads. `dataset` itself is among
    /// them only when it is part of a circle.
    std::vector<base::DatasetId> dependents(base::DatasetId dataset) const;

private:
    std::map<base::DatasetId, std::vector<base::DatasetId>> readers_;
};

}  // namespace domain::catalog
