#include "infra/postgres/schema_json.hpp"

#include <nlohmann/json.hpp>

namespace infra::postgres {
namespace {

using domain::catalog::DatasetKind;
using domain::catalog::Schema;
using domain::catalog::Type;
using Json = nlohmann::ordered_json;

/// The enumerator whose name is `text`, of those from the first to `last`.
template <class Enumeration>
std::optional<Enumeration> from_name(const std::string& text, Enumeration last) {
    for (int i = 0; i <= static_cast<int>(last); ++i) {
        if (name(static_cast<Enumeration>(i)) == text) return static_cast<Enumeration>(i);
    }
    return std::nullopt;
}

Json optional(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

std::optional<std::string> optional_text(const Json& value) {
    if (value.is_null()) return std::nullopt;
    return value.get<std::string>();
}

domain::base::Error malformed(const std::string& detail) {
    return domain::base::Error(domain::base::ErrorCode::kInternal, "malformed dataset schema: " + detail);
}

}  // namespace

std::string to_json(const Schema& schema) {
    Json columns = Json::array();
    for (const auto& column : schema.columns) {
        columns.push_back(Json::array({column.name, std::string(name(column.type))}));
    }
    Json root;
    root["v"] = 1;
    root["kind"] = std::string(name(schema.kind));
    root["columns"] = std::move(columns);
    root["valid_from"] = optional(schema.valid_from);
    root["valid_to"] = optional(schema.valid_to);
    root["primary_key"] = schema.primary_key;
    root["label"] = optional(schema.label);
    return root.dump();
}

domain::base::Result<Schema> schema_from_json(const std::string& text) {
    try {
        const Json root = Json::parse(text);
        if (root.at("v").get<int>() != 1) return malformed("unknown version " + root.at("v").dump());
        Schema schema;
        const auto kind = from_name(root.at("kind").get<std::string>(), DatasetKind::kTable);
        if (!kind) return malformed("kind " + root.at("kind").dump());
        schema.kind = *kind;
        for (const Json& column : root.at("columns")) {
            const auto type = from_name(column.at(1).get<std::string>(), Type::kExponentialHistogram);
            if (!type) return malformed("column " + column.dump());
            schema.columns.push_back({column.at(0).get<std::string>(), *type});
        }
        schema.valid_from = optional_text(root.at("valid_from"));
        schema.valid_to = optional_text(root.at("valid_to"));
        schema.primary_key = root.at("primary_key").get<std::vector<std::string>>();
        schema.label = optional_text(root.at("label"));
        return schema;
    } catch (const Json::exception& exception) {
        return malformed(exception.what());
    }
}

}  // namespace infra::postgres
