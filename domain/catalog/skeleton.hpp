#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/catalog/segment.hpp"

/// Skeletons and JSON Pointers of the segment format (segment.hpp), for its writer and its readers.
namespace domain::catalog {

/// One value of a skeleton, or one `+` member.
struct SkeletonNode {
    char kind = 'n';             ///< a leaf letter, 'n', 'r', '+' or '{'
    std::string key;             ///< the member's key, unescaped; empty for the root and for '+'
    std::string quoted_key;      ///< the key as it stands in the skeleton
    std::size_t element = 0;     ///< 'r' and '+': which element of the remainder, from 0
    std::vector<SkeletonNode> members;  ///< '{': in order
};

/// Reads a skeleton. Nothing when it is malformed.
std::optional<SkeletonNode> parse_skeleton(std::string_view text);

/// The tokens of a JSON Pointer, unescaped; none for the whole object.
std::vector<std::string> pointer_tokens(std::string_view pointer);

/// Appends `/` and the key, escaped, to a pointer.
void append_pointer(std::string& pointer, std::string_view key);

/// Where a path leads in objects of one shape.
struct SkeletonPlace {
    /// The value itself, or null when the skeleton does not show it.
    const SkeletonNode* node = nullptr;
    /// When `node` is null: elements of the remainder in which the value may stand. For an 'r' element `tail` starts below
    /// it, for a '+' element with the key of its member.
    std::vector<const SkeletonNode*> candidates;
    std::span<const std::string> tail;
};

/// Follows the tokens. `tokens` must outlive the result.
SkeletonPlace find(const SkeletonNode& root, std::span<const std::string> tokens);

/// The text of the value at `tokens` below `json`; nothing when the path is absent there. The last of equal keys wins.
std::optional<std::string_view> find_in_json(std::string_view json, std::span<const std::string> tokens);

/// The name of a path column in files, a function of base, path and type: segments that have other columns beside it still
/// agree on it, and can be read in one scan. Whoever makes a layout must resolve the (very unlikely) clash of two names.
std::string column_name(const PathColumn& column);

/// The columns, one line each: pointer, `:`, leaf letter. A line break inside a pointer is written `~n`.
std::string column_map(std::span<const PathColumn> columns);

/// Sets `complete` of the columns with this base, from all skeletons of a file written from observations.
void mark_complete(SegmentLayout& layout, PathBase base, std::span<const std::string_view> skeletons);

/// One line of a column map.
struct MappedColumn {
    std::string path;
    LeafType type = LeafType::kString;
};

/// Reads a column map. Nothing when it is malformed.
std::optional<std::vector<MappedColumn>> parse_column_map(std::string_view text);

}  // namespace domain::catalog
