#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "domain/base/result.hpp"
#include "domain/query/query_request.hpp"

namespace gateway::query {

/// The window parameters of a query's URL, as they arrived.
struct WindowParameters {
    std::optional<std::string> interval;
    std::optional<std::string> start_time;
    std::optional<std::string> end_time;
};

/// Reads `15m`, `1d`, `1h30m`: positive integers with s, m, h, d or w. Nothing on any other text or beyond int64
/// nanoseconds.
std::optional<std::chrono::nanoseconds> parse_interval(std::string_view text);

/// The window [start, end) of a query (spec: api §6.1): any one or two of the three parameters; none means the last hour.
/// Fails with kInvalidArgument on all three, on an unreadable value, and when end is not after start.
domain::base::Result<domain::query::TimeWindow> resolve_window(const WindowParameters& parameters,
                                                               domain::base::Timestamp now);

}  // namespace gateway::query
