#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/catalog/segment.hpp"
#include "infra/duckdb/parquet/column.hpp"

namespace consumers::landing {

inline constexpr std::array<domain::catalog::LeafType, 5> kLeafTypes{
    domain::catalog::LeafType::kString, domain::catalog::LeafType::kInt64, domain::catalog::LeafType::kFloat64,
    domain::catalog::LeafType::kBool, domain::catalog::LeafType::kArray};

/// One key at one place of an object. Addresses are stable.
struct PathNode {
    std::string key;        ///< unescaped
    std::string quoted;     ///< as it stands in skeletons
    PathNode* parent = nullptr;
    std::uint32_t id = 0;
    bool has_escapes = false;  ///< the key cannot be compared with a document's raw bytes
    std::vector<PathNode*> children;

    // What followed the last time; documents of one stream mostly repeat the order of their keys.
    PathNode* first_member = nullptr;
    PathNode* next_member = nullptr;
    /// The object, counted over all documents, in which this key stood last: twice the same is a duplicate key.
    std::uint64_t last_object = 0;

    // Learned from the sample.
    std::uint64_t count = 0;
    std::array<std::uint64_t, kLeafTypes.size()> type_counts{};
    bool known = false;          ///< its key stands in skeletons
    bool known_below = false;    ///< some child is known

    // Where values go; null: to the remainder.
    infra::duckdb::parquet::StringColumn* strings = nullptr;
    infra::duckdb::parquet::Int64Column* integers = nullptr;
    infra::duckdb::parquet::DoubleColumn* doubles = nullptr;
    infra::duckdb::parquet::BoolColumn* bools = nullptr;
    infra::duckdb::parquet::StringColumn* arrays = nullptr;
};

/// The paths of FIELDS or of EXTRA that a sample showed.
class PathTree {
public:
    PathTree();

    PathNode& root() { return nodes_.front(); }
    std::deque<PathNode>& nodes() { return nodes_; }

    /// The member of `parent` with this key, as it stands between its quotes; null when there is none.
    PathNode* find(PathNode& parent, std::string_view raw_key);
    /// As find(), but adds what is missing; null when the tree is full or the key has no UTF-8.
    PathNode* find_or_add(PathNode& parent, std::string_view raw_key);

    /// JSON Pointer of a node.
    static std::string pointer(const PathNode& node);
    void clear();

private:
    static constexpr std::size_t kNodesMax = 65536;
    static constexpr std::size_t kLinearMax = 8;

    PathNode* find_unescaped(PathNode& parent, std::string_view key);
    std::string_view unescaped(std::string_view raw_key, bool& valid);

    std::deque<PathNode> nodes_;
    /// Children of nodes with many of them.
    std::unordered_map<std::string, PathNode*> wide_;
    std::string scratch_;
    std::string wide_key_;
};

}  // namespace consumers::landing
