#pragma once

#include <span>
#include <string>
#include <string_view>

#include "domain/catalog/segment.hpp"

namespace infra::duckdb {

/// A constant: `'text'`.
std::string quoted_text(std::string_view text);

/// The COPY that writes the rows of `segments` into `target`: for each group of equal layouts a SELECT that gives the columns
/// of `layout` (NULL where the group has none), UNION ALL between them, sorted by time. `directory` ends with a slash and
/// precedes the segments' files; `target` is a whole path.
std::string merge_statement(std::span<const domain::catalog::Segment> segments,
                            const domain::catalog::SegmentLayout& layout, const std::string& directory,
                            const std::string& target);

}  // namespace infra::duckdb
