#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/query/query_store.hpp"

namespace tests::opal {

/// How null is shown.
inline constexpr std::string_view kNull = "∅";

enum class TimeText { kRfc3339, kNanoseconds };

/// The shortest text of a number.
std::string number_text(double value);

/// The rows of a stream, a line each, cells between commas; durations are nanoseconds. The first line holds the names of
/// the columns.
domain::base::Task<domain::base::Result<std::vector<std::string>>> result_lines(domain::query::RowStream& stream,
                                                                                TimeText times = TimeText::kRfc3339);

}  // namespace tests::opal
