#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "consumers/landing/path_tree.hpp"

namespace consumers::landing {

/// What a document's walk met, in order: the number of a node and one letter of the skeleton's grammar.
using ShapeToken = std::uint32_t;
inline constexpr unsigned kTokenBits = 4;

/// The letters of tokens; `kClose` ends an object, `kRare` is a `+`.
enum class TokenKind : std::uint32_t { kString, kInt64, kFloat64, kBool, kArray, kNull, kRest, kRare, kOpen, kClose };

inline ShapeToken shape_token(const PathNode& node, TokenKind kind) {
    return (node.id << kTokenBits) | static_cast<std::uint32_t>(kind);
}
inline TokenKind token_kind(ShapeToken token) { return static_cast<TokenKind>(token & ((1U << kTokenBits) - 1)); }
inline std::uint32_t token_node(ShapeToken token) { return token >> kTokenBits; }

/// Skeleton texts by their tokens: equal shapes cost one look-up, a new one its text.
class ShapeDictionary {
public:
    /// The skeleton's text; valid until the next call with a new shape.
    std::string_view skeleton(const std::deque<PathNode>& nodes, std::span<const ShapeToken> tokens);
    void clear();

    std::size_t size() const { return shapes_.size(); }
    /// All skeletons since clear(); valid as long as nothing is added.
    std::vector<std::string_view> texts() const;

private:
    struct Shape {
        std::uint64_t hash;
        std::size_t first;
        std::size_t count;
        std::string text;
    };
    void grow();

    std::vector<ShapeToken> tokens_;
    std::vector<Shape> shapes_;
    std::vector<std::uint32_t> table_;  ///< index of the shape + 1
};

}  // namespace consumers::landing
