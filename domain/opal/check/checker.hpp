#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/base/time.hpp"
#include "domain/opal/ast/ast.hpp"
#include "domain/opal/check/parameter_value.hpp"
#include "domain/opal/check/typed_ast.hpp"
#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"

namespace domain::opal::check {

/// A dataset that a script can read: `dataset_state(schema, ids)` of a stored dataset, or the output of an earlier stage's
/// result pipeline.
struct InputDataset {
    std::string name;  ///< without `@`
    DatasetState state;
    std::string dataset = {};  ///< names it outside of the script, where its links are kept; empty: nothing does
};

/// Versions of the language differ in one thing (spec: opal overview §5.1): whether `x != constant` and `x !~ pattern` are
/// true for a null x.
enum class LanguageVersion { k2021_01_01, k2026_09_30 };

/// The version that is called `v2021_01_01` and so on, or nothing.
std::optional<LanguageVersion> find_language_version(std::string_view name);

/// What a script is checked against. References must outlive the call.
struct CheckInput {
    const source::SourceText& source;
    std::vector<InputDataset> inputs;  ///< the first one is the default input; at least one
    base::Timestamp window_start{};    ///< inclusive
    base::Timestamp window_end{};      ///< exclusive
    ColumnIds& ids;                    ///< one for all stages of a compilation
    LanguageVersion version = LanguageVersion::k2021_01_01;
    const ParameterValues* parameters = nullptr;  ///< what `$name` stands for; null: nothing is supplied
};

/// Resolves and types a script. Reports every mistake, and nothing that only follows from an earlier one; the result has
/// at least one pipeline and is meant for later rooms only when `diagnostics` has no errors. Pure; never throws on any
/// script.
Script check(const ast::Script& script, const CheckInput& input, source::Diagnostics& diagnostics);

}  // namespace domain::opal::check
