#include "domain/catalog/dataset_graph.hpp"

#include <algorithm>
#include <set>

namespace domain::catalog {
namespace {

/// Depth first; what is left last comes first, so that readers stand behind what they read.
class Walk {
public:
    explicit Walk(const std::map<base::DatasetId, std::vector<base::DatasetId>>& readers) : readers_(readers) {}

    void visit_readers(base::DatasetId dataset) {
        const auto found = readers_.find(dataset);
        if (found == readers_.end()) return;
        for (const base::DatasetId reader : found->second) {
            if (!seen_.insert(reader).second) continue;
            visit_readers(reader);
            left_.push_back(reader);
        }
    }
    std::vector<base::DatasetId> take() {
        std::reverse(left_.begin(), left_.end());
        return std::move(left_);
    }

private:
    const std::map<base::DatasetId, std::vector<base::DatasetId>>& readers_;
    std::set<base::DatasetId> seen_;
    std::vector<base::DatasetId> left_;
};

}  // namespace

void DatasetGraph::add(base::DatasetId dataset, const std::vector<base::DatasetId>& inputs) {
    for (const base::DatasetId input : inputs) readers_[input].push_back(dataset);
}

std::vector<base::DatasetId> DatasetGraph::readers(base::DatasetId dataset) const {
    const auto found = readers_.find(dataset);
    if (found == readers_.end()) return {};
    std::vector<base::DatasetId> readers = found->second;
    std::sort(readers.begin(), readers.end());
    return readers;
}

std::vector<base::DatasetId> DatasetGraph::dependents(base::DatasetId dataset) const {
    Walk walk(readers_);
    walk.visit_readers(dataset);
    return walk.take();
}

}  // namespace domain::catalog
