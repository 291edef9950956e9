#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "domain/catalog/dataset.hpp"
#include "domain/catalog/segment.hpp"
#include "domain/opal/check/checker.hpp"
#include "domain/opal/check/parameter_value.hpp"
#include "domain/opal/check/typed_ast.hpp"
#include "domain/opal/plan/explain.hpp"
#include "domain/opal/plan/node.hpp"
#include "domain/opal/source/diagnostic.hpp"
#include "domain/opal/source/source_text.hpp"
#include "domain/opal/sql/statement.hpp"

/// The front door of the OPAL compiler.
namespace domain::opal::compiler {

/// Reads a dataset: index in CompileInput::datasets.
struct DatasetInput {
    std::size_t dataset = 0;
};
/// Reads the result of an earlier stage: index in CompileInput::stages.
struct StageInput {
    std::size_t stage = 0;
};

struct NamedInput {
    std::string name;  ///< what the script calls it, without `@`
    std::variant<DatasetInput, StageInput> source;
    std::string dataset = {};  ///< names the dataset in links, whatever its rows come from; empty: nothing does
};

struct Stage {
    std::string id;
    std::string pipeline;
    std::vector<NamedInput> inputs;  ///< at least one; the first is the default input
    check::ParameterValues parameters = {};  ///< what `$name` stands for in the pipeline
    check::LanguageVersion version = check::LanguageVersion::k2021_01_01;
};

/// What a query is compiled from. Stages stand after those that they read.
struct CompileInput {
    std::span<const catalog::Dataset> datasets;
    std::span<const Stage> stages;
    std::size_t output_stage = 0;
    plan::Window window;
    std::optional<std::int64_t> row_limit;  ///< not negative
};

/// What became of one stage.
struct CheckedStage {
    source::SourceText source;
    source::Diagnostics diagnostics;
    check::Script script;
};

struct Compilation {
    std::vector<CheckedStage> stages;  ///< in the order of the input
    bool has_errors = false;

    // Only without errors:
    plan::Plan plan;
    catalog::Schema schema;    ///< of the result
    plan::ColumnNames names;   ///< for explanations
};

/// All rooms up to the plan. A pure function of its input; every mistake becomes a diagnostic of its stage, the ones after
/// a faulty stage are not compiled.
Compilation compile(const CompileInput& input);

/// What the plan reads: one query for each scan, in the order in which emit() wants the segments.
std::vector<catalog::SegmentQuery> segment_queries(const Compilation& compilation,
                                                   std::span<const catalog::Dataset> datasets);

/// Takes away the segments none of whose rows the query can keep (plan::SegmentTest), from the answers to segment_queries().
void leave_out(const Compilation& compilation, std::vector<std::vector<catalog::Segment>>& segments);

/// The last room: the plan and the segments as SQL. `segments` has one list for each segment query.
sql::Statement emit(const Compilation& compilation, std::span<const std::vector<catalog::Segment>> segments);

/// All diagnostics, rendered stage by stage; empty when there are none.
std::string render_diagnostics(const Compilation& compilation);

/// Typed AST and plan as text, each under a line `--- ast` or `--- plan`.
std::string explain(const Compilation& compilation);

}  // namespace domain::opal::compiler
