#include "gateway/admin/dataset_refusal.hpp"

#include <algorithm>
#include <utility>

#include "gateway/http/problem.hpp"
#include "gateway/query/query_problem.hpp"

namespace gateway::admin {

http::Response dataset_refusal(const domain::query::QueryError& error) {
    return query::has_details(error) ? query::query_problem(error) : http::problem(error);
}

std::optional<http::Response> refusal_by_readers(const std::vector<domain::admin::DatasetView>& all,
                                                 domain::base::DatasetId dataset, const std::string& named,
                                                 const std::string& reason) {
    std::vector<domain::query::Dependent> readers;
    std::string list;
    for (const auto& each : all) {
        if (!each.dataset.definition) continue;
        const auto inputs = each.dataset.definition->inputs();
        if (std::find(inputs.begin(), inputs.end(), dataset) == inputs.end()) continue;
        readers.push_back({each.dataset.id, path(each.dataset), reason});
        list += (list.empty() ? "" : ", ") + path(each.dataset);
    }
    if (readers.empty()) return std::nullopt;
    const domain::base::Error error(domain::base::ErrorCode::kConflict, "other datasets read " + named + ": " + list);
    return dataset_refusal(domain::query::QueryError(error, std::move(readers)));
}

}  // namespace gateway::admin
