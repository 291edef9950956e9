#include "gateway/admin/reference_table_request.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <nlohmann/json.hpp>

#include "domain/admin/upload.hpp"
#include "domain/base/invalid_argument.hpp"
#include "domain/base/limits.hpp"
#include "gateway/http/multipart.hpp"
#include "gateway/query/stage_json.hpp"

namespace gateway::admin {
namespace {

using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::invalid_argument;
using domain::catalog::Type;
using domain::csv::TableColumn;
using ParsedJson = nlohmann::json;
namespace limits = domain::base::limits;

constexpr std::size_t kMetadataBytesMax = 64 * limits::kKiB;
constexpr std::size_t kSchemaBytesMax = 512 * limits::kKiB;

/// Member names of one dialect.
struct Spelling {
    const char* part;
    const char* label;
    std::set<std::string> known;
};

const Spelling& spelling(TableDialect dialect) {
    static const Spelling general{"metadata", "label", {"label", "description", "primaryKey", "labelField"}};
    static const Spelling preview{"input", "name", {"name", "description", "primaryKey", "labelField", "workspaceId", "iconUrl",
                                                    "managedById", "folderId"}};
    return dialect == TableDialect::kGeneral ? general : preview;
}

Result<ParsedJson> parse(const std::string& name, std::string_view text, std::size_t bytes_max) {
    if (text.size() > bytes_max) {
        return Error(ErrorCode::kTooLarge, name + " is too large, the limit is " + std::to_string(bytes_max) +
                                               " bytes: " + std::to_string(text.size()));
    }
    ParsedJson json = ParsedJson::parse(text, nullptr, false);
    if (json.is_discarded()) return invalid_argument(name + " is no JSON text");
    return json;
}

/// A text; null is an empty one.
Result<std::optional<std::string>> text_of_member(const ParsedJson& json, const std::string& key) {
    const auto found = json.find(key);
    if (found == json.end()) return std::optional<std::string>();
    if (found->is_null()) return std::optional<std::string>(std::string());
    if (!found->is_string()) return invalid_argument(key + " must be a string");
    auto value = found->get<std::string>();
    // PostgreSQL's texts hold no NUL byte.
    if (value.find('\0') != std::string::npos) return invalid_argument(key + " has a NUL character");
    return std::optional<std::string>(std::move(value));
}

Result<std::optional<std::vector<std::string>>> key_member(const ParsedJson& json) {
    const auto found = json.find("primaryKey");
    if (found == json.end()) return std::optional<std::vector<std::string>>();
    std::vector<std::string> key;
    if (found->is_null()) return std::optional(std::move(key));
    if (!found->is_array()) return invalid_argument("primaryKey must be an array of strings");
    for (const ParsedJson& column : *found) {
        if (!column.is_string()) return invalid_argument("primaryKey must be an array of strings");
        key.push_back(column.get<std::string>());
    }
    return std::optional(std::move(key));
}

Result<void> read_metadata(const ParsedJson& json, const Spelling& names, TableRequest& request) {
    if (!json.is_object()) return invalid_argument(std::string(names.part) + " must be a JSON object");
    for (const auto& [key, value] : json.items()) {
        if (!names.known.contains(key)) return invalid_argument("unknown or unchangeable member: " + key);
    }
    auto label = text_of_member(json, names.label);
    if (!label) return label.error();
    request.label = std::move(*label);
    auto description = text_of_member(json, "description");
    if (!description) return description.error();
    request.description = std::move(*description);
    auto label_field = text_of_member(json, "labelField");
    if (!label_field) return label_field.error();
    request.label_field = std::move(*label_field);
    auto key = key_member(json);
    if (!key) return key.error();
    request.primary_key = std::move(*key);
    const auto workspace = json.find("workspaceId");
    if (workspace == json.end() || workspace->is_null()) return {};
    const auto id = query::parse_dataset_id(*workspace, "workspaceId");
    if (!id) return id.error();
    request.workspace = domain::base::ObjectId(id->value());
    return {};
}

std::optional<Type> type_from(std::string_view name, TableDialect dialect) {
    constexpr std::array kGeneral{Type::kArray, Type::kBool,   Type::kDuration, Type::kFloat64, Type::kInt64,
                                  Type::kNumeric, Type::kObject, Type::kString, Type::kVariant};
    for (const Type type : kGeneral) {
        if (domain::catalog::name(type) == name) return type;
    }
    if (dialect == TableDialect::kGeneral) return std::nullopt;
    for (const Type type : {Type::kIpv4, Type::kTimestamp}) {
        if (domain::catalog::name(type) == name) return type;
    }
    return std::nullopt;
}

Result<TableColumn> column_of(const ParsedJson& json, std::size_t place, TableDialect dialect) {
    const std::string where = "schema column " + std::to_string(place);
    if (!json.is_object()) return invalid_argument(where + " must be an object");
    const auto name = json.find("name");
    if (name == json.end() || !name->is_string()) return invalid_argument(where + " has no name");
    const auto type = json.find("type");
    if (type == json.end()) return invalid_argument(where + " has no type");
    const auto inner = type->is_object() ? type->find("rep") : type;
    const bool is_text = type->is_object() ? inner != type->end() && inner->is_string() : type->is_string();
    if (!is_text) return invalid_argument(where + " has a type that is no text");
    const auto known = type_from(inner->get<std::string>(), dialect);
    if (!known) return invalid_argument(where + " has an unknown type: " + inner->get<std::string>());
    return TableColumn{name->get<std::string>(), *known};
}

Result<void> read_schema(const ParsedJson& json, TableDialect dialect, TableRequest& request) {
    if (json.is_null()) return {};
    if (!json.is_array()) return invalid_argument("schema must be an array or null");
    if (json.empty()) return {};
    std::vector<TableColumn> columns;
    for (const ParsedJson& each : json) {
        auto column = column_of(each, columns.size() + 1, dialect);
        if (!column) return column.error();
        columns.push_back(std::move(*column));
    }
    if (auto checked = domain::csv::check_schema(columns); !checked) return checked;
    request.schema = std::move(columns);
    return {};
}

Result<void> read_upload(const http::Request& request, const http::FormPart& part, TableRequest& read) {
    if (part.content.size() > domain::admin::upload_bytes_max) {
        return Error(ErrorCode::kTooLarge, "the file is too large, the limit is " +
                                               std::to_string(domain::admin::upload_bytes_max) +
                                               " bytes: " + std::to_string(part.content.size()));
    }
    const auto offset = part.content.empty() ? 0 : static_cast<std::size_t>(part.content.data() - request.body().data());
    read.upload = request.shared_body().slice(offset, part.content.size());
    return {};
}

Result<void> read_part(const http::Request& request, const http::FormPart& part, TableDialect dialect, TableRequest& read) {
    const Spelling& names = spelling(dialect);
    if (part.name == "upload") return read_upload(request, part, read);
    if (part.name == names.part) {
        const auto json = parse(part.name, part.content, kMetadataBytesMax);
        return json ? read_metadata(*json, names, read) : Result<void>(json.error());
    }
    if (part.name == "schema") {
        const auto json = parse(part.name, part.content, kSchemaBytesMax);
        return json ? read_schema(*json, dialect, read) : Result<void>(json.error());
    }
    return invalid_argument("unknown part, there are upload, schema and " + std::string(names.part) + ": " + part.name);
}

}  // namespace

Result<TableRequest> read_table_form(const http::Request& request, TableDialect dialect) {
    const auto parts = http::parse_form(request.header("content-type"), request.body());
    if (!parts) return parts.error();
    TableRequest read;
    std::set<std::string> seen;
    for (const http::FormPart& part : *parts) {
        if (!seen.insert(part.name).second) return invalid_argument("a part stands twice in the form: " + part.name);
        if (const auto done = read_part(request, part, dialect, read); !done) return done.error();
    }
    return read;
}

Result<TableRequest> read_table_patch(const http::Request& request) {
    const auto json = parse("the body", request.body(), kMetadataBytesMax);
    if (!json) return json.error();
    static const Spelling patch{"the body", "label", {"label", "description"}};
    TableRequest read;
    if (const auto done = read_metadata(*json, patch, read); !done) return done.error();
    return read;
}

}  // namespace gateway::admin
