#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/opal/check/verb_context.hpp"

/// What the verbs share that make bins of time: timechart, align, rollup.
namespace domain::opal::check {

/// The settings of `options(…)` about bins.
struct BinOptions {
    std::optional<std::int64_t> bins;    ///< at most so many
    std::optional<std::int64_t> min_bin;  ///< nanoseconds
    std::optional<std::int64_t> offset;   ///< nanoseconds
    Span bins_span;
    Span offset_span;
    bool empty_bins = false;
    bool is_ok = true;  ///< false when something was reported
};
/// Reads `options(…)`, if there is one, and reports unknown names and values out of range. `offset` is known to some verbs only.
BinOptions check_bin_options(VerbContext& context, const ast::Call* call, bool allows_offset);

/// Takes the first unnamed argument that is a constant and no aggregate out of the list: the bin duration.
const ast::Argument* take_bin_duration(std::vector<const ast::Argument*>& arguments);

/// The grid of bins with that duration, or of a friendly size, at most 300 bins unless the options say otherwise. Reports
/// options that contradict each other and too many bins. `parameter` is what messages call the duration.
std::optional<Grid> check_grid(VerbContext& context, const ast::Argument* duration, const BinOptions& options,
                               std::string_view parameter);
/// The grid of a fixed size, reported at `span`.
std::optional<Grid> fixed_grid(VerbContext& context, std::int64_t size_ns, std::int64_t offset_ns, Span span);

/// What a verb with bins makes: the new state, and the statement that computes it. Columns: both ends of the bin, keys,
/// values, number of the bin.
struct BinColumns {
    const char* valid_from;
    const char* valid_to;
    const char* bucket;
};
/// The columns that a time chart adds, and the state behind it: Interval kind on the grid, the keys being the primary key.
void become_bins(VerbContext& context, const BinColumns& names, TimeChart& chart, std::vector<Column> keys,
                 std::vector<Column> values);

}  // namespace domain::opal::check
