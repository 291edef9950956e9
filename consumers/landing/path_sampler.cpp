#include "consumers/landing/path_sampler.hpp"

#include <algorithm>

#include "domain/base/limits.hpp"

namespace consumers::landing {
namespace {

using domain::catalog::LeafType;
using domain::catalog::PathBase;

std::size_t type_index(LeafType type) {
    return static_cast<std::size_t>(std::find(kLeafTypes.begin(), kLeafTypes.end(), type) - kLeafTypes.begin());
}

/// The type of the value that begins here; nothing for null and for what is no value.
bool leaf_type(const Cursor& cursor, LeafType& type) {
    switch (cursor.peek()) {
        case '"': type = LeafType::kString; return true;
        case '[': type = LeafType::kArray; return true;
        case 't': case 'f': type = LeafType::kBool; return true;
        case 'n': return false;
        default: break;
    }
    const bool is_float = cursor.scalar().find_first_of(".eE") != std::string_view::npos;
    type = is_float ? LeafType::kFloat64 : LeafType::kInt64;
    return true;
}

/// Of a sample this large, what was seen once is chance.
constexpr std::uint64_t kChanceDocuments = 64;

void mark_known(PathTree& tree, std::uint64_t count_min, std::size_t keys_max) {
    std::vector<PathNode*> nodes;
    for (PathNode& node : tree.nodes()) {
        if (node.parent != nullptr && node.count >= count_min) nodes.push_back(&node);
    }
    // Frequent ones first; a parent was made before its children and is never rarer.
    std::stable_sort(nodes.begin(), nodes.end(), [](const PathNode* a, const PathNode* b) { return a->count > b->count; });
    if (nodes.size() > keys_max) nodes.resize(keys_max);
    tree.root().known = true;
    for (PathNode* node : nodes) {
        node->known = node->parent->known;
        if (node->known) node->parent->known_below = true;
    }
}

void collect(PathTree& tree, PathBase base, std::uint64_t count_min, std::vector<PathSampler::Choice>& choices) {
    for (PathNode& node : tree.nodes()) {
        if (!node.known) continue;
        for (std::size_t i = 0; i < kLeafTypes.size(); ++i) {
            if (node.type_counts[i] >= count_min) choices.push_back({&node, kLeafTypes[i], base, node.type_counts[i]});
        }
    }
}

}  // namespace

std::size_t PathSampler::add(PathTree& tree, std::string_view text, std::size_t documents_max, std::uint64_t weight) {
    if (!index_.index(text) && !index_.index_beginning(text)) return 0;
    weight_ = weight;
    Cursor cursor{text.data(), index_.begin(), index_.end()};
    std::size_t documents = 0;
    while (documents < documents_max && cursor.peek() == '{' && object(tree, tree.root(), cursor, 0)) ++documents;
    return documents;
}

std::size_t PathSampler::add_pairs(PathTree& first, PathTree& second, std::string_view text, std::size_t pairs_max) {
    if (!index_.index(text) && !index_.index_beginning(text)) return 0;
    weight_ = 1;
    Cursor cursor{text.data(), index_.begin(), index_.end()};
    const auto next = [&](PathTree& tree) { return cursor.peek() == '{' && object(tree, tree.root(), cursor, 0); };
    std::size_t pairs = 0;
    while (pairs < pairs_max && next(first) && next(second)) ++pairs;
    return pairs;
}

bool PathSampler::object(PathTree& tree, PathNode& node, Cursor& cursor, std::size_t depth) {
    ++cursor.at;
    if (cursor.peek() == '}') {
        ++cursor.at;
        return true;
    }
    for (;;) {
        std::string_view key;
        if (!cursor.string(key)) return false;
        ++cursor.at;
        if (cursor.peek() != ':') return false;
        ++cursor.at;
        if (!value(tree, tree.find_or_add(node, key), cursor, depth + 1)) return false;
        const char next = cursor.peek();
        if (next == '\0') return false;
        ++cursor.at;
        if (next == '}') return true;
        if (next != ',') return false;
    }
}

bool PathSampler::value(PathTree& tree, PathNode* node, Cursor& cursor, std::size_t depth) {
    std::string_view ignored;
    if (node == nullptr || depth > domain::base::limits::json_depth_max) return cursor.skip(ignored);
    node->count += weight_;
    if (cursor.peek() == '{') return object(tree, *node, cursor, depth);
    LeafType type{};
    if (!cursor.done() && leaf_type(cursor, type)) node->type_counts[type_index(type)] += weight_;
    return cursor.skip(ignored);
}

std::vector<PathSampler::Choice> PathSampler::choose(PathTree& fields, PathTree& extra, std::uint64_t documents,
                                                     const Limits& limits) {
    const std::uint64_t count_min = documents >= kChanceDocuments ? 2 : 1;
    mark_known(fields, count_min, limits.keys_max);
    mark_known(extra, 1, limits.keys_max);
    std::vector<Choice> choices;
    collect(fields, PathBase::kFields, count_min, choices);
    collect(extra, PathBase::kExtra, 1, choices);
    std::stable_sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) { return a.count > b.count; });
    if (choices.size() > limits.columns_max) choices.resize(limits.columns_max);
    return choices;
}

}  // namespace consumers::landing
