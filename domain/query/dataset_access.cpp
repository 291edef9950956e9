#include "domain/query/dataset_access.hpp"

#include <algorithm>
#include <set>

#include "domain/admin/system_datasets.hpp"

namespace domain::query {
namespace {

using catalog::Dataset;

const Dataset* find(const std::vector<Dataset>& all, const StageInput& input) {
    const auto* id = std::get_if<base::DatasetId>(&input.source);
    const auto* asked = std::get_if<DatasetPath>(&input.source);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Dataset& each) {
        return id != nullptr ? each.id == *id : asked != nullptr && path(each) == asked->path;
    });
    return found == all.end() ? nullptr : &*found;
}

/// Looks behind a derived dataset, once at each. A typed one shows what it reads to whoever may view it.
base::Result<void> may_read_inputs_of(const identity::Principal& reader, const std::vector<Dataset>& all, const Dataset& dataset,
                                      std::set<base::DatasetId>& seen) {
    if (!dataset.definition || dataset.is_typed || !seen.insert(dataset.id).second) return {};
    for (const base::DatasetId id : dataset.definition->inputs()) {
        const auto input = std::find_if(all.begin(), all.end(), [&](const Dataset& each) { return each.id == id; });
        if (input == all.end()) continue;
        if (auto may = may_read(reader, *input, path(dataset), {}); !may) return may;
        if (auto may = may_read_inputs_of(reader, all, *input, seen); !may) return may;
    }
    return {};
}

}  // namespace

identity::ObjectRef object_of(const Dataset& dataset) {
    const auto& system = admin::system_datasets();
    const bool is_closed = std::any_of(system.begin(), system.end(), [&](const admin::SystemDataset& each) {
        return each.administrators_only && each.id == dataset.id;
    });
    return {is_closed ? identity::ObjectKind::kAudit : identity::ObjectKind::kDataset, dataset.id.value(), dataset.within};
}

base::Result<void> may_read(const identity::Principal& reader, const Dataset& input, const std::optional<std::string>& through,
                            const std::string& shown) {
    const identity::ObjectRef object = object_of(input);
    if (!through) return identity::demand(reader, identity::Action::kView, object, "dataset", shown);
    if (identity::may(reader, identity::Action::kView, object)) return {};
    return base::Error(base::ErrorCode::kPermissionDenied, "you may not view everything that the dataset reads: " + *through);
}

base::Result<void> may_read(const identity::Principal& reader, const std::vector<Dataset>& all,
                            const std::vector<Stage>& stages) {
    std::set<base::DatasetId> seen;
    for (const Stage& stage : stages) {
        for (const StageInput& input : stage.inputs) {
            const Dataset* dataset = find(all, input);
            // What does not exist is told by whoever resolves the inputs, in the same words.
            if (dataset == nullptr) continue;
            const auto* asked = std::get_if<DatasetPath>(&input.source);
            const std::string shown = asked != nullptr ? asked->path : std::to_string(dataset->id.value());
            if (auto may = may_read(reader, *dataset, std::nullopt, shown); !may) return may;
            if (auto may = may_read_inputs_of(reader, all, *dataset, seen); !may) return may;
        }
    }
    return {};
}

}  // namespace domain::query
