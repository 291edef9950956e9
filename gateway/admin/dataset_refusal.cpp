#include "gateway/admin/dataset_refusal.hpp"

#include <algorithm>
#include <utility>

#include "domain/identity/access_policy.hpp"
#include "domain/query/dataset_access.hpp"
#include "gateway/http/problem.hpp"
#include "gateway/query/query_problem.hpp"

namespace gateway::admin {

http::Response dataset_refusal(const domain::query::QueryError& error) {
    return query::has_details(error) ? query::query_problem(error) : http::problem(error);
}

domain::query::QueryError told_to(const domain::identity::Principal& caller, const std::vector<domain::admin::DatasetView>& all,
                                  const domain::query::QueryError& error) {
    auto known = error.dependents();
    std::erase_if(known, [&](const domain::query::Dependent& each) {
        return std::none_of(all.begin(), all.end(), [&](const domain::admin::DatasetView& view) {
            return view.dataset.id == each.id &&
                   domain::identity::may(caller, domain::identity::Action::kList, domain::query::object_of(view.dataset));
        });
    });
    if (known.size() == error.dependents().size()) return error;
    const domain::base::Error general(error.code(), "other datasets depend on it, and not all of them may be seen by you");
    return domain::query::QueryError(general, std::move(known));
}

std::optional<http::Response> refusal_by_readers(const domain::identity::Principal& caller,
                                                 const std::vector<domain::admin::DatasetView>& all,
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
    return dataset_refusal(told_to(caller, all, domain::query::QueryError(error, std::move(readers))));
}

}  // namespace gateway::admin
