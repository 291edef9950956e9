#include "gateway/admin/dataset_list.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/admin/dataset_json.hpp"
#include "gateway/rest/listing.hpp"

namespace gateway::admin {
namespace {

using domain::admin::DatasetView;
using domain::base::Result;
using Views = std::vector<DatasetView>;
using Places = std::vector<std::size_t>;

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::string_view parameter(const http::Request& request, std::string_view name) {
    return request.parameter(name).value_or(std::string_view());
}

/// How well a dataset answers the words: 0 when one of them occurs nowhere.
int score(const DatasetView& view, const std::vector<std::string>& words) {
    const std::string name = lower(view.dataset.name);
    std::string rest = lower(view.description);
    for (const auto& column : view.dataset.schema.columns) rest += '\n' + lower(column.name);
    int total = 0;
    for (const std::string& word : words) {
        if (name.find(word) != std::string::npos) total += 2;
        else if (rest.find(word) != std::string::npos) total += 1;
        else return 0;
    }
    return total;
}

/// The places of those that have all the words, best first.
Places searched(const Views& all, Places places, std::string_view query) {
    std::istringstream stream(lower(query));
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    std::map<std::size_t, int> scores;
    for (const std::size_t place : places) scores[place] = words.empty() ? 1 : score(all[place], words);
    std::erase_if(places, [&](std::size_t place) { return scores[place] == 0; });
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    return places;
}

}  // namespace

Result<DatasetPage> select_datasets(Views all, const http::Request& request) {
    const rest::Variables variables = [&](std::size_t place) { return rest::variables_of(dataset_json(all[place], false)); };
    auto kept = rest::filtered(all.size(), variables, parameter(request, "filter"));
    if (!kept) return kept.error();
    const std::string_view query = parameter(request, "query");
    auto sorted = query.empty() ? rest::ordered(std::move(*kept), variables, parameter(request, "orderBy"))
                                : Result<Places>(searched(all, std::move(*kept), query));
    if (!sorted) return sorted.error();

    DatasetPage page;
    page.total = query.empty() ? static_cast<std::int64_t>(sorted->size()) : -1;
    const auto shown = rest::windowed(std::move(*sorted), request);
    if (!shown) return shown.error();
    for (const std::size_t place : *shown) page.datasets.push_back(std::move(all[place]));
    return page;
}

Views select_legacy_datasets(Views all, const http::Request& request) {
    const std::string match = lower(parameter(request, "match"));
    const std::string_view workspace = parameter(request, "workspaceId");
    const std::string kind = lower(parameter(request, "type"));
    const std::string_view wanted = parameter(request, "interface");
    std::erase_if(all, [&](const DatasetView& view) {
        const auto& schema = view.dataset.schema;
        const bool has_interface = std::any_of(schema.interfaces.begin(), schema.interfaces.end(),
                                               [&](const auto& interface) { return interface.name == wanted; });
        return (!match.empty() && lower(view.dataset.name).find(match) == std::string::npos) ||
               (!workspace.empty() && std::to_string(view.workspace.value()) != workspace) ||
               (!kind.empty() && lower(domain::catalog::name(schema.kind)) != kind) || (!wanted.empty() && !has_interface);
    });
    return all;
}

}  // namespace gateway::admin
