#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "domain/base/result.hpp"
#include "gateway/http/request.hpp"
#include "gateway/http/response.hpp"

/// Lists, as every resource answers them: `{"<plural>":[…],"meta":{"totalCount":n}}` with the parameters `filter` (a condition in
/// CEL over the records as they are shown, ids as numbers), `orderBy` (see cel::parse_order), `offset`, and `limit` (default 50,
/// at most 1,000). All of it fails with kInvalidArgument.
namespace gateway::rest {

inline constexpr std::size_t list_limit_usual = 50;
inline constexpr std::size_t list_limit_max = 1000;

/// The whole answer. totalCount counts what the filter kept.
domain::base::Result<http::Response> list_answer(const http::Request& request, const char* plural,
                                                 std::vector<nlohmann::ordered_json> records);

// The parts, for lists that do more.

/// The answer for a page that was selected already; a total of -1 says that nobody counted.
http::Response list_page(const char* plural, nlohmann::ordered_json page, std::int64_t total);

/// The record for filters and orders: ids (`id`, `…Id`) are numbers.
nlohmann::json variables_of(const nlohmann::ordered_json& record);
using Variables = std::function<nlohmann::json(std::size_t place)>;

/// The places of those of `count` records that `filter` keeps, in order.
domain::base::Result<std::vector<std::size_t>> filtered(std::size_t count, const Variables& variables, std::string_view filter);
/// The places in the order that `order` says; equals stay as they stand, null is last.
domain::base::Result<std::vector<std::size_t>> ordered(std::vector<std::size_t> places, const Variables& variables,
                                                       std::string_view order);
/// Those of the places that `limit` and `offset` ask for.
domain::base::Result<std::vector<std::size_t>> windowed(std::vector<std::size_t> places, const http::Request& request);

}  // namespace gateway::rest
