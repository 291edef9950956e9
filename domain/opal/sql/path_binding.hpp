#pragma once

#include <string>

#include "domain/catalog/segment.hpp"
#include "domain/opal/plan/node.hpp"

namespace domain::opal::sql {

/// The JSON Pointer (RFC 6901) of some keys; empty for none.
std::string json_pointer(const std::vector<std::string>& keys);

/// The expression over a segment's columns (table `s`) that gives what a scan column stands for. It depends on the part of
/// the layout that can answer the path, and on nothing else: segments with equal texts share one scan.
///
/// A path with one column of the wanted type, in a segment without remainder, is that column. Several types are joined by
/// coalesce with OPAL's conversions, and what the remainder may hold comes last.
std::string bind_column(const plan::ScanColumn& column, const catalog::SegmentLayout& layout);
std::string bind_source(const plan::ColumnSource& source, const catalog::SegmentLayout& layout);

}  // namespace domain::opal::sql
