#pragma once

#include <span>
#include <string_view>

namespace tests::opal {

/// A pipeline and plain SQL that must give the same rows.
struct SecondOpinion {
    std::string_view pipeline;
    /// Tables: ev, ev2, iv, res, tab with `rid`, the place of the row in the file; e, e2, i, r are their rows in the query
    /// window. Macros: window_start(), window_end(), end_of(vt).
    std::string_view sql;
    bool is_ordered = false;  ///< the order of the rows matters
};

/// The first word of a pipeline's input is its name: `ev | filter …`.
std::span<const SecondOpinion> second_opinions();

}  // namespace tests::opal
