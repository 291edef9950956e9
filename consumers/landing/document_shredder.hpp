#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "consumers/landing/path_tree.hpp"
#include "consumers/landing/repeated_keys.hpp"
#include "consumers/landing/shape_dictionary.hpp"
#include "consumers/landing/structural_index.hpp"

namespace consumers::landing {

/// Takes documents apart into the columns of a tree's nodes, a skeleton and a remainder (segment.hpp). One document after
/// the other; what a document that does not parse had put into columns is taken out again.
class DocumentShredder {
public:
    explicit DocumentShredder(PathTree& tree) : tree_(tree) {}

    /// Reads the object at the cursor into row `row` and moves behind it. False when it does not parse, with the cursor
    /// anywhere and no value of the row left.
    bool shred(Cursor& cursor, std::size_t row);

    /// Of the document read last: its shape, and its remainder as a JSON array, empty without one.
    const std::vector<ShapeToken>& tokens() const { return tokens_; }
    std::string_view remainder() const { return rest_; }

    /// Repeats the columns' values of the document read last, which stands in row `row`, in the `count` rows after it.
    void repeat(std::size_t row, std::size_t count);

    /// Takes the values of the document read last out of their columns again.
    void undo();

private:
    enum class Outcome { kDone, kMalformed, kDuplicate };

    Outcome object(PathNode& node, Cursor& cursor, std::size_t depth);
    Outcome rare_member(PathNode& node, std::string_view key, Cursor& cursor, std::uint64_t serial);
    Outcome value(PathNode& node, Cursor& cursor, std::size_t depth);
    Outcome string(PathNode& node, Cursor& cursor);
    Outcome number(PathNode& node, Cursor& cursor);
    Outcome array(PathNode& node, Cursor& cursor);
    Outcome to_rest(PathNode& node, Cursor& cursor);

    PathNode* match(PathNode& parent, PathNode*& hint, std::string_view raw_key);
    bool is_repeated_rare_key(std::string_view raw_key, std::uint64_t serial);
    void note(const PathNode& node, TokenKind kind) { tokens_.push_back(shape_token(node, kind)); }
    bool skip(Cursor& cursor, std::string_view& text);
    bool shred_without_duplicates(Cursor& cursor, std::size_t row);

    PathTree& tree_;
    std::size_t row_ = 0;
    std::uint64_t objects_ = 0;  ///< met so far, in all documents
    std::vector<ShapeToken> tokens_;
    std::string rest_;
    std::string unescaped_;
    std::string deduplicated_;
    RepeatedKeys repeated_keys_;
    struct RareKey {
        std::uint64_t serial;
        std::string key;
    };
    std::vector<RareKey> rare_keys_;  ///< of the document at hand
    std::unordered_set<std::string> many_rare_keys_;
    /// Where objects with duplicate keys begin, while a document is read for the second time.
    std::vector<std::uint32_t> duplicates_;
};

}  // namespace consumers::landing
