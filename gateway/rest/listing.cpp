#include "gateway/rest/listing.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "gateway/cel/cel.hpp"
#include "gateway/rest/record.hpp"
#include "domain/base/invalid_argument.hpp"

namespace gateway::rest {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::invalid_argument;
using Places = std::vector<std::size_t>;

namespace {

Result<std::size_t> count(const http::Request& request, std::string_view name, std::size_t usual) {
    const std::string_view text = request.parameter(name).value_or("");
    if (text.empty()) return usual;
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size()) return value;
    return invalid_argument(std::string(name) + " must be a number that is not negative: " + std::string(text));
}

/// A place with what it is ordered by; null where there is no value.
struct Keyed {
    std::vector<cel::Value> keys;
    std::size_t place = 0;
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

}  // namespace

nlohmann::json variables_of(const nlohmann::ordered_json& record) {
    nlohmann::json variables = record;
    for (auto& [name, value] : variables.items()) {
        if (!value.is_string() || (name != "id" && !name.ends_with("Id"))) continue;
        const auto& text = value.get_ref<const std::string&>();
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (!text.empty() && error == std::errc() && end == text.data() + text.size()) value = number;
    }
    return variables;
}

Result<Places> filtered(std::size_t count, const Variables& variables, std::string_view filter) {
    Places places(count);
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (filter.empty()) return places;
    const auto condition = cel::Expression::parse(filter);
    if (!condition) return invalid_argument("filter: " + condition.error().message());
    Places kept;
    for (const std::size_t place : places) {
        const auto holds = condition->holds(variables(place));
        if (!holds) return invalid_argument("filter: " + holds.error().message());
        if (*holds) kept.push_back(place);
    }
    return kept;
}

Result<Places> ordered(Places places, const Variables& variables, std::string_view text) {
    if (text.empty()) return places;
    const auto order = cel::parse_order(text);
    if (!order) return invalid_argument("orderBy: " + order.error().message());
    std::vector<Keyed> keyed;
    for (const std::size_t place : places) {
        Keyed each{{}, place};
        const auto values = variables(place);
        for (const cel::OrderKey& key : *order) {
            auto value = key.value.evaluate(values);
            if (!value && value.error().code() != ErrorCode::kNotFound) return invalid_argument("orderBy: " + value.error().message());
            each.keys.push_back(value ? std::move(*value) : cel::Value());
        }
        keyed.push_back(std::move(each));
    }
    std::stable_sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) { return stands_before(a, b, *order); });
    std::transform(keyed.begin(), keyed.end(), places.begin(), [](const Keyed& each) { return each.place; });
    return places;
}

Result<Places> windowed(Places places, const http::Request& request) {
    const auto offset = count(request, "offset", 0);
    if (!offset) return offset.error();
    const auto limit = count(request, "limit", list_limit_usual);
    if (!limit) return limit.error();
    const std::size_t first = std::min(*offset, places.size());
    const std::size_t length = std::min({*limit, list_limit_max, places.size() - first});
    const auto begin = places.begin() + static_cast<std::ptrdiff_t>(first);
    return Places(begin, begin + static_cast<std::ptrdiff_t>(length));
}

http::Response list_page(const char* plural, nlohmann::ordered_json page, std::int64_t total) {
    nlohmann::ordered_json answer;
    answer[plural] = std::move(page);
    answer["meta"]["totalCount"] = total;
    return http::Response::json(200, dump(answer));
}

Result<http::Response> list_answer(const http::Request& request, const char* plural,
                                   std::vector<nlohmann::ordered_json> records) {
    const Variables variables = [&](std::size_t place) { return variables_of(records[place]); };
    auto kept = filtered(records.size(), variables, request.parameter("filter").value_or(""));
    if (!kept) return kept.error();
    const auto total = static_cast<std::int64_t>(kept->size());
    auto sorted = ordered(std::move(*kept), variables, request.parameter("orderBy").value_or(""));
    if (!sorted) return sorted.error();
    const auto shown = windowed(std::move(*sorted), request);
    if (!shown) return shown.error();
    nlohmann::ordered_json page = nlohmann::ordered_json::array();
    for (const std::size_t place : *shown) page.push_back(std::move(records[place]));
    return list_page(plural, std::move(page), total);
}

}  // namespace gateway::rest
