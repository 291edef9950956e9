#include "domain/catalog/schema_json.hpp"

#include <stdexcept>
#include <utility>

#include <nlohmann/json.hpp>

namespace domain::catalog {
namespace {

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

// What is seldom said: nothing is written for it, so that the stored form of a plain schema never changes.

struct ColumnFlag {
    const char* name;
    bool Column::*member;
    bool usual;
};
constexpr ColumnFlag kColumnFlags[] = {{"unsearchable", &Column::is_searchable, true},
                                       {"hidden", &Column::is_visible, true},
                                       {"enum", &Column::is_enum, false},
                                       {"immutable", &Column::is_immutable, false}};

Json write(const Column& column) {
    Json written = Json::array({column.name, std::string(name(column.type))});
    Json flags = Json::array();
    for (const ColumnFlag& flag : kColumnFlags) {
        if (column.*flag.member != flag.usual) flags.push_back(flag.name);
    }
    if (!flags.empty()) written.push_back(std::move(flags));
    return written;
}

Column read_column(const Json& json) {
    Column column;
    column.name = json.at(0).get<std::string>();
    const auto type = from_name(json.at(1).get<std::string>(), Type::kExponentialHistogram);
    if (!type) throw std::invalid_argument("column " + json.dump());
    column.type = *type;
    if (json.size() < 3) return column;
    for (const Json& name : json.at(2)) {
        for (const ColumnFlag& flag : kColumnFlags) {
            if (name == flag.name) column.*flag.member = !flag.usual;
        }
    }
    return column;
}

Json write(const Link& link) {
    Json pairs = Json::array();
    for (const Link::Pair& pair : link.columns) pairs.push_back(Json::array({pair.source, pair.target}));
    return Json::array({link.label, link.target, std::move(pairs)});
}
Link read_link(const Json& json) {
    Link link{json.at(0).get<std::string>(), json.at(1).get<std::string>(), {}};
    for (const Json& pair : json.at(2)) link.columns.push_back({pair.at(0).get<std::string>(), pair.at(1).get<std::string>()});
    return link;
}

Json write(const Interface& interface) {
    Json roles = Json::array();
    for (const Interface::Role& role : interface.roles) roles.push_back(Json::array({role.name, role.column}));
    return Json::array({interface.name, std::move(roles)});
}
Interface read_interface(const Json& json) {
    Interface interface{json.at(0).get<std::string>(), {}};
    for (const Json& role : json.at(1)) {
        interface.roles.push_back({role.at(0).get<std::string>(), role.at(1).get<std::string>()});
    }
    return interface;
}

Json write(const Metric& metric) {
    return {{"name", metric.name}, {"type", metric.type}, {"unit", metric.unit}, {"description", metric.description},
            {"label", metric.label}, {"rollup", metric.rollup}, {"aggregate", metric.aggregate},
            {"interval_ns", metric.interval_ns}};
}
Metric read_metric(const Json& json) {
    Metric metric;
    metric.name = json.at("name").get<std::string>();
    metric.type = json.at("type").get<std::string>();
    metric.unit = json.at("unit").get<std::string>();
    metric.description = json.at("description").get<std::string>();
    metric.label = json.at("label").get<std::string>();
    metric.rollup = json.at("rollup").get<std::string>();
    metric.aggregate = json.at("aggregate").get<std::string>();
    metric.interval_ns = json.at("interval_ns").get<std::int64_t>();
    return metric;
}

template <class Item>
void write_list(Json& root, const char* name, const std::vector<Item>& items) {
    if (items.empty()) return;
    Json list = Json::array();
    for (const Item& item : items) list.push_back(write(item));
    root[name] = std::move(list);
}
template <class Item>
std::vector<Item> read_list(const Json& root, const char* name, Item (*read)(const Json&)) {
    std::vector<Item> items;
    if (!root.contains(name)) return items;
    for (const Json& item : root.at(name)) items.push_back(read(item));
    return items;
}

base::Error malformed_schema(const std::string& detail) {
    return base::Error(base::ErrorCode::kInternal, "malformed dataset schema: " + detail);
}

}  // namespace

std::string to_json(const Schema& schema) {
    Json columns = Json::array();
    for (const Column& column : schema.columns) columns.push_back(write(column));
    Json root;
    root["v"] = 1;
    root["kind"] = std::string(name(schema.kind));
    root["columns"] = std::move(columns);
    root["valid_from"] = optional(schema.valid_from);
    root["valid_to"] = optional(schema.valid_to);
    root["primary_key"] = schema.primary_key;
    root["label"] = optional(schema.label);
    if (!schema.candidate_keys.empty()) root["candidate_keys"] = schema.candidate_keys;
    write_list(root, "links", schema.links);
    write_list(root, "interfaces", schema.interfaces);
    write_list(root, "metrics", schema.metrics);
    return root.dump();
}

base::Result<Schema> schema_from_json(const std::string& text) {
    try {
        const Json root = Json::parse(text);
        if (root.at("v").get<int>() != 1) return malformed_schema("unknown version " + root.at("v").dump());
        Schema schema;
        const auto kind = from_name(root.at("kind").get<std::string>(), DatasetKind::kTable);
        if (!kind) return malformed_schema("kind " + root.at("kind").dump());
        schema.kind = *kind;
        for (const Json& column : root.at("columns")) schema.columns.push_back(read_column(column));
        schema.valid_from = optional_text(root.at("valid_from"));
        schema.valid_to = optional_text(root.at("valid_to"));
        schema.primary_key = root.at("primary_key").get<std::vector<std::string>>();
        schema.label = optional_text(root.at("label"));
        if (root.contains("candidate_keys")) {
            schema.candidate_keys = root.at("candidate_keys").get<std::vector<std::vector<std::string>>>();
        }
        schema.links = read_list(root, "links", &read_link);
        schema.interfaces = read_list(root, "interfaces", &read_interface);
        schema.metrics = read_list(root, "metrics", &read_metric);
        return schema;
    } catch (const std::exception& exception) {  // of the JSON library, or of read_column above
        return malformed_schema(exception.what());
    }
}

}  // namespace domain::catalog
