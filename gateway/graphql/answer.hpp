#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "domain/base/result.hpp"
#include "gateway/graphql/plan.hpp"

namespace gateway::graphql {

inline constexpr std::size_t values_max = 200'000;  ///< of one answer

/// Arrays of records by the names that the schema has.
using Tables = std::map<std::string, nlohmann::ordered_json>;

/// The body of the answer: `{"data":{…}}`. A root that is one record and has none makes it a failure, kNotFound; a deeper one is
/// null. Beyond values_max the answer is a failure. Pure.
nlohmann::ordered_json answer(const Plan& plan, const Tables& tables);

/// The body of a failure: `{"data":null,"errors":[{"message":…,"path"?:[…],"extensions":{"code":…}}]}`. `key` is that of the root
/// field, empty for the whole. What failed inside stays inside.
nlohmann::ordered_json failure(const domain::base::Error& error, const std::string& key = {});

}  // namespace gateway::graphql
