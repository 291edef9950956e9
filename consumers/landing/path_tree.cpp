#include "consumers/landing/path_tree.hpp"

#include "domain/catalog/json_text.hpp"
#include "domain/catalog/skeleton.hpp"

namespace consumers::landing {

namespace json_text = domain::catalog::json_text;

PathTree::PathTree() { nodes_.emplace_back(); }

void PathTree::clear() {
    nodes_.clear();
    wide_.clear();
    nodes_.emplace_back();
}

std::string_view PathTree::unescaped(std::string_view raw_key, bool& valid) {
    valid = true;
    if (raw_key.find('\\') == std::string_view::npos) return raw_key;
    scratch_.clear();
    valid = json_text::append_unescaped(scratch_, raw_key);
    return scratch_;
}

PathNode* PathTree::find_unescaped(PathNode& parent, std::string_view key) {
    if (parent.children.size() <= kLinearMax) {
        for (PathNode* child : parent.children) {
            if (child->key == key) return child;
        }
        return nullptr;
    }
    wide_key_.assign(reinterpret_cast<const char*>(&parent.id), sizeof parent.id).append(key);
    const auto found = wide_.find(wide_key_);
    return found == wide_.end() ? nullptr : found->second;
}

PathNode* PathTree::find(PathNode& parent, std::string_view raw_key) {
    bool valid = false;
    const std::string_view key = unescaped(raw_key, valid);
    return valid ? find_unescaped(parent, key) : nullptr;
}

PathNode* PathTree::find_or_add(PathNode& parent, std::string_view raw_key) {
    bool valid = false;
    const std::string_view key = unescaped(raw_key, valid);
    if (!valid) return nullptr;
    if (PathNode* found = find_unescaped(parent, key)) return found;
    if (nodes_.size() >= kNodesMax) return nullptr;
    PathNode& node = nodes_.emplace_back();
    node.key = key;
    json_text::append_quoted(node.quoted, key);
    node.has_escapes = node.quoted.size() != key.size() + 2;
    node.parent = &parent;
    node.id = static_cast<std::uint32_t>(nodes_.size() - 1);
    parent.children.push_back(&node);
    const auto remember = [&](PathNode* child) {
        wide_key_.assign(reinterpret_cast<const char*>(&parent.id), sizeof parent.id).append(child->key);
        wide_[wide_key_] = child;
    };
    if (parent.children.size() == kLinearMax + 1) {
        for (PathNode* child : parent.children) remember(child);
    } else if (parent.children.size() > kLinearMax) {
        remember(&node);
    }
    return &node;
}

std::string PathTree::pointer(const PathNode& node) {
    if (node.parent == nullptr) return {};
    std::string text = pointer(*node.parent);
    domain::catalog::append_pointer(text, node.key);
    return text;
}

}  // namespace consumers::landing
