#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "domain/base/result.hpp"
#include "gateway/graphql/ast.hpp"
#include "gateway/graphql/schema.hpp"

namespace gateway::graphql {

/// A field to be answered: fragments are opened, variables filled in, equal keys are one.
struct PlannedField {
    std::string key;
    std::string name;
    const FieldSpec* spec = nullptr;  ///< of the schema; null for __typename
    std::map<std::string, nlohmann::json> arguments;
    std::vector<PlannedField> selection;
};

struct Plan {
    bool is_mutation = false;
    std::vector<PlannedField> fields;

    /// The tables that answer() will look at.
    std::set<std::string> tables() const;
};

/// What a document asks for. `wanted`: the name of the operation, needed when there are several; `variables`: an object or null.
/// The plan points into the schema.
/// Fails with kInvalidArgument: malformed, no such operation, a field, type or argument that the schema does not have or that is
/// missing, a variable without a value, fragments in a circle, two fields of one key, too much.
domain::base::Result<Plan> make_plan(std::string_view text, const std::string& wanted, const nlohmann::json& variables,
                                     const Schema& schema);

}  // namespace gateway::graphql
