#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "consumers/landing/path_tree.hpp"
#include "consumers/landing/structural_index.hpp"

namespace consumers::landing {

/// Learns from a sample of documents which paths are frequent enough for a column of their own.
class PathSampler {
public:
    struct Limits {
        std::size_t columns_max = 256;  ///< of FIELDS and EXTRA together
        std::size_t keys_max = 4096;    ///< that stand in skeletons, of each
    };

    /// Counts the paths of the documents in `text`, at most `documents_max` of them, each as `weight` documents. What does
    /// not parse is left out. Gives the number counted.
    std::size_t add(PathTree& tree, std::string_view text, std::size_t documents_max, std::uint64_t weight);

    /// The same for text whose documents alternate between two trees, beginning with the first; counts whole pairs.
    std::size_t add_pairs(PathTree& first, PathTree& second, std::string_view text, std::size_t pairs_max);

    /// Decides: marks the known nodes of both trees, and gives the paths and types that get columns.
    struct Choice {
        PathNode* node = nullptr;
        domain::catalog::LeafType type{};
        domain::catalog::PathBase base{};
        std::uint64_t count = 0;
    };
    static std::vector<Choice> choose(PathTree& fields, PathTree& extra, std::uint64_t documents, const Limits& limits);

private:
    bool object(PathTree& tree, PathNode& node, Cursor& cursor, std::size_t depth);
    bool value(PathTree& tree, PathNode* node, Cursor& cursor, std::size_t depth);

    StructuralIndex index_;
    std::uint64_t weight_ = 1;
};

}  // namespace consumers::landing
