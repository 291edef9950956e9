#include "domain/catalog/segment.hpp"

#include <nlohmann/json.hpp>

namespace domain::catalog {
namespace {

using Json = nlohmann::ordered_json;

base::Error malformed_layout(const std::string& detail) {
    return base::Error(base::ErrorCode::kInvalidArgument, "malformed segment layout: " + detail);
}

bool is_leaf_type(const std::string& text) {
    return text.size() == 1 && std::string_view("sidba").find(text.front()) != std::string_view::npos;
}

}  // namespace

// {"v":1,"rest":bool,"extra_rest":bool,"columns":[["f"|"e", path, letter, column], …]}; complete columns end with `,true`.
std::string to_json(const SegmentLayout& layout) {
    Json columns = Json::array();
    for (const PathColumn& column : layout.columns) {
        columns.push_back(Json::array({column.base == PathBase::kFields ? "f" : "e", column.path,
                                       std::string(1, static_cast<char>(column.type)), column.column}));
        if (column.complete) columns.back().push_back(true);
    }
    Json root;
    root["v"] = 1;
    root["rest"] = layout.fields_rest;
    root["extra_rest"] = layout.extra_rest;
    root["columns"] = std::move(columns);
    return root.dump();
}

base::Result<SegmentLayout> layout_from_json(const std::string& text) {
    try {
        const Json root = Json::parse(text);
        if (root.at("v").get<int>() != 1) return malformed_layout("unknown version " + root.at("v").dump());
        SegmentLayout layout;
        layout.fields_rest = root.at("rest").get<bool>();
        layout.extra_rest = root.at("extra_rest").get<bool>();
        for (const Json& entry : root.at("columns")) {
            const auto base = entry.at(0).get<std::string>();
            const auto type = entry.at(2).get<std::string>();
            if ((base != "f" && base != "e") || !is_leaf_type(type)) return malformed_layout(entry.dump());
            layout.columns.push_back({base == "f" ? PathBase::kFields : PathBase::kExtra,
                                      entry.at(1).get<std::string>(), static_cast<LeafType>(type.front()),
                                      entry.at(3).get<std::string>(), entry.size() > 4 && entry.at(4).get<bool>()});
        }
        return layout;
    } catch (const Json::exception& exception) {
        return malformed_layout(exception.what());
    }
}

}  // namespace domain::catalog
