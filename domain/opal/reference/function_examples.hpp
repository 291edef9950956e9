#pragma once

#include <span>
#include <string>
#include <string_view>

namespace domain::opal::reference {

struct FunctionExample {
    std::string_view name;  ///< canonical
    std::string_view text;  ///< how it is called
};

/// Functions of one field, in the order of the chapter, with what their examples need to become pipelines.
struct FunctionChapter {
    std::string_view title;
    bool is_aggregate;       ///< some names are both: the aggregate is meant
    std::string_view input;  ///< dataset of the examples (tests/opal/fixtures/examples)
    std::string_view before;
    std::string_view after;
    std::span<const FunctionExample> functions;

    /// The whole pipeline of an example.
    std::string pipeline(const FunctionExample& example) const;
};

/// All chapters; every function of the table but the operators is in one of them.
std::span<const FunctionChapter> function_chapters();

}  // namespace domain::opal::reference
