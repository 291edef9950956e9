#include <string>

#include "domain/catalog/json_text.hpp"
#include "infra/duckdb/functions/register.hpp"

// The nodes of a JSON value, for the flatten verbs (spec: opal verbs §F).
namespace infra::duckdb::functions {
namespace {

namespace json_text = domain::catalog::json_text;

enum class Mode { kLeaves, kSingle, kNodes, kAll };

bool is_container(std::string_view json) { return !json.empty() && (json.front() == '{' || json.front() == '['); }

bool is_empty_container(std::string_view json) {
    return is_container(json) && json_text::trimmed(json.substr(1, json.size() - 2)).empty();
}

std::string_view type_of(std::string_view json) {
    switch (json.front()) {
        case '{': return "object";
        case '[': return "array";
        case '"': return "string";
        case 't':
        case 'f': return "bool";
        case 'n': return "null";
        default: return json.find_first_of(".eE") == std::string_view::npos ? "int64" : "float64";
    }
}

/// A key as a step of a path: plain, or `["x.y"]` when it could be read as something else.
void append_key(std::string& path, std::string_view raw_key) {
    const bool is_plain = !raw_key.empty() && raw_key.find_first_of(".[]\"\\") == std::string_view::npos;
    if (is_plain) {
        if (!path.empty()) path += '.';
        path += raw_key;
        return;
    }
    path += "[\"";
    path += raw_key;
    path += "\"]";
}

class Flattener {
public:
    Flattener(Registry::TextList& nodes, Mode mode) : nodes_(nodes), mode_(mode) {}

    void walk(std::string_view json, std::string& path) {
        if (!is_container(json)) return;
        json_text::Reader reader(json);
        const std::size_t length = path.size();
        std::string_view key, value;
        if (json.front() == '{') {
            while (reader.next_member(key, value)) {
                append_key(path, key);
                visit(value, path);
                path.resize(length);
            }
            return;
        }
        for (std::size_t i = 0; reader.next_element(value); ++i) {
            path += "[" + std::to_string(i) + "]";
            visit(value, path);
            path.resize(length);
        }
    }

private:
    void visit(std::string_view value, std::string& path) {
        const bool is_inner = is_container(value) && (mode_ != Mode::kLeaves || !is_empty_container(value));
        if (mode_ != Mode::kLeaves || !is_inner) add(value, path, is_inner && mode_ == Mode::kNodes);
        if (is_inner && mode_ != Mode::kSingle) walk(value, path);
    }

    void add(std::string_view value, const std::string& path, bool hides_value) {
        nodes_.emplace_back(path);
        if (hides_value) nodes_.emplace_back();
        else nodes_.emplace_back(std::string(value));
        nodes_.emplace_back(std::string(type_of(value)));
    }

    Registry::TextList& nodes_;
    Mode mode_;
};

bool flatten(Registry::TextList& nodes, std::string_view json, std::string_view mode) {
    std::string text;
    json_text::append_without_duplicates(text, json_text::trimmed(json));
    const Mode wanted = mode == "leaves"   ? Mode::kLeaves
                        : mode == "single" ? Mode::kSingle
                        : mode == "nodes"  ? Mode::kNodes
                                           : Mode::kAll;
    std::string path;
    Flattener(nodes, wanted).walk(text, path);
    return true;
}

}  // namespace

void register_flatten_functions(Registry& registry) {
    registry.add_rows("opalite_flatten", {"path", "value", "type"}, &flatten);
}

}  // namespace infra::duckdb::functions
