#pragma once

#include <cstdint>

#include "domain/opal/check/typed_ast.hpp"

namespace domain::opal::check {

/// The most bins that a grid may have in the query window.
inline constexpr std::int64_t kTimeBinsMax = 1'000'000;

/// The bins [start, end) of a window on a grid.
std::int64_t bin_count(const Grid& grid, std::int64_t window_start, std::int64_t window_end);

/// The grid with at most `bins` bins over the window: one bin is the window itself, otherwise the smallest friendly size
/// (1 2 5 … 500 ms, 1 2 5 10 15 20 30 s and min, 1 2 3 4 6 8 12 h, 1 2 d, multiples of 7 d) of at least `size_min`.
Grid friendly_grid(std::int64_t bins, std::int64_t size_min, std::int64_t window_start, std::int64_t window_end);

}  // namespace domain::opal::check
