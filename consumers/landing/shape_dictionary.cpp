#include "consumers/landing/shape_dictionary.hpp"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace consumers::landing {
namespace {

constexpr std::string_view kLetters = "sidbanr+";

std::string to_text(const std::deque<PathNode>& nodes, std::span<const ShapeToken> tokens) {
    std::string text;
    for (const ShapeToken token : tokens) {
        const TokenKind kind = token_kind(token);
        if (kind == TokenKind::kClose) {
            text.push_back('}');
            continue;
        }
        if (!text.empty() && text.back() != '{') text.push_back(',');
        const PathNode& node = nodes[token_node(token)];
        if (kind != TokenKind::kRare && node.parent != nullptr) text.append(node.quoted).push_back(':');
        text.push_back(kind == TokenKind::kOpen ? '{' : kLetters[static_cast<std::size_t>(kind)]);
    }
    return text;
}

}  // namespace

std::string_view ShapeDictionary::skeleton(const std::deque<PathNode>& nodes, std::span<const ShapeToken> tokens) {
    if (shapes_.size() * 2 >= table_.size()) grow();
    const std::uint64_t hash = XXH3_64bits(tokens.data(), tokens.size_bytes());
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = hash & mask;
    for (; table_[slot] != 0; slot = (slot + 1) & mask) {
        const Shape& shape = shapes_[table_[slot] - 1];
        if (shape.hash == hash && std::ranges::equal(tokens, std::span(tokens_).subspan(shape.first, shape.count))) {
            return shape.text;
        }
    }
    shapes_.push_back({hash, tokens_.size(), tokens.size(), to_text(nodes, tokens)});
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    table_[slot] = static_cast<std::uint32_t>(shapes_.size());
    return shapes_.back().text;
}

std::vector<std::string_view> ShapeDictionary::texts() const {
    std::vector<std::string_view> texts;
    for (const Shape& shape : shapes_) texts.push_back(shape.text);
    return texts;
}

void ShapeDictionary::grow() {
    table_.assign(std::max<std::size_t>(64, table_.size() * 4), 0);
    const std::size_t mask = table_.size() - 1;
    for (std::uint32_t index = 0; index < shapes_.size(); ++index) {
        std::size_t slot = shapes_[index].hash & mask;
        while (table_[slot] != 0) slot = (slot + 1) & mask;
        table_[slot] = index + 1;
    }
}

void ShapeDictionary::clear() {
    tokens_.clear();
    shapes_.clear();
    std::fill(table_.begin(), table_.end(), 0);
}

}  // namespace consumers::landing
