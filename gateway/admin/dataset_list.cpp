#include "gateway/admin/dataset_list.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>
#include <utility>

#include "gateway/admin/cel.hpp"
#include "gateway/admin/dataset_json.hpp"

namespace gateway::admin {
namespace {

using domain::admin::DatasetView;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using Views = std::vector<DatasetView>;

constexpr std::size_t kLimitUsual = 50;
constexpr std::size_t kLimitMax = 1000;

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::string_view parameter(const http::Request& request, std::string_view name) {
    return request.parameter(name).value_or(std::string_view());
}

Result<std::size_t> count(const http::Request& request, std::string_view name, std::size_t usual) {
    const std::string_view text = parameter(request, name);
    if (text.empty()) return usual;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        return Error(ErrorCode::kInvalidArgument,
                     std::string(name) + " must be a number that is not negative: " + std::string(text));
    }
    return value;
}

Result<Views> filtered(Views all, std::string_view filter) {
    if (filter.empty()) return all;
    const auto condition = cel::Expression::parse(filter);
    if (!condition) return Error(ErrorCode::kInvalidArgument, "filter: " + condition.error().message());
    Views kept;
    for (DatasetView& view : all) {
        const auto holds = condition->holds(dataset_variables(view));
        if (!holds) return Error(ErrorCode::kInvalidArgument, "filter: " + holds.error().message());
        if (*holds) kept.push_back(std::move(view));
    }
    return kept;
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

Views searched(Views all, std::string_view query) {
    std::istringstream stream(lower(query));
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    std::erase_if(all, [&](const DatasetView& view) { return !words.empty() && score(view, words) == 0; });
    std::stable_sort(all.begin(), all.end(), [&](const DatasetView& a, const DatasetView& b) {
        return score(a, words) > score(b, words);
    });
    return all;
}

/// A dataset with what it is ordered by; null where there is no value.
struct Keyed {
    std::vector<cel::Value> keys;
    DatasetView view;
};

bool stands_before(const Keyed& a, const Keyed& b, const std::vector<cel::OrderKey>& order) {
    for (std::size_t i = 0; i < order.size(); ++i) {
        const cel::Value& left = a.keys[i];
        const cel::Value& right = b.keys[i];
        if (left == right) continue;
        if (left.is_null() || right.is_null()) return right.is_null();
        return order[i].is_descending ? right < left : left < right;
    }
    return false;
}

Result<Views> ordered(Views all, std::string_view text) {
    if (text.empty()) return all;
    const auto order = cel::parse_order(text);
    if (!order) return Error(ErrorCode::kInvalidArgument, "orderBy: " + order.error().message());
    std::vector<Keyed> keyed;
    for (DatasetView& view : all) {
        Keyed each{{}, std::move(view)};
        const auto variables = dataset_variables(each.view);
        for (const cel::OrderKey& key : *order) {
            auto value = key.value.evaluate(variables);
            if (!value && value.error().code() != ErrorCode::kNotFound) {
                return Error(ErrorCode::kInvalidArgument, "orderBy: " + value.error().message());
            }
            each.keys.push_back(value ? std::move(*value) : cel::Value());
        }
        keyed.push_back(std::move(each));
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [&](const Keyed& a, const Keyed& b) { return stands_before(a, b, *order); });
    Views result;
    for (Keyed& each : keyed) result.push_back(std::move(each.view));
    return result;
}

}  // namespace

Result<DatasetPage> select_datasets(Views all, const http::Request& request) {
    const auto offset = count(request, "offset", 0);
    if (!offset) return offset.error();
    const auto limit = count(request, "limit", kLimitUsual);
    if (!limit) return limit.error();
    auto matching = filtered(std::move(all), parameter(request, "filter"));
    if (!matching) return matching.error();
    const std::string_view query = parameter(request, "query");
    if (query.empty()) matching = ordered(std::move(*matching), parameter(request, "orderBy"));
    else matching = searched(std::move(*matching), query);
    if (!matching) return matching.error();

    DatasetPage page;
    page.total = query.empty() ? static_cast<std::int64_t>(matching->size()) : -1;
    const std::size_t first = std::min(*offset, matching->size());
    const std::size_t length = std::min({*limit, kLimitMax, matching->size() - first});
    const auto begin = matching->begin() + static_cast<std::ptrdiff_t>(first);
    page.datasets.assign(std::make_move_iterator(begin),
                         std::make_move_iterator(begin + static_cast<std::ptrdiff_t>(length)));
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
