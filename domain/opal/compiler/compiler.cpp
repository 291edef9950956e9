#include "domain/opal/compiler/compiler.hpp"

#include <limits>
#include <memory>
#include <utility>

#include "domain/base/limits.hpp"
#include "domain/base/time.hpp"
#include "domain/opal/check/checker.hpp"
#include "domain/opal/check/typed_ast_printer.hpp"
#include "domain/opal/lex/lexer.hpp"
#include "domain/opal/parse/parser.hpp"
#include "domain/opal/plan/depth_check.hpp"
#include "domain/opal/plan/lower.hpp"
#include "domain/opal/plan/rewrite/rewrite.hpp"
#include "domain/opal/plan/segment_test.hpp"
#include "domain/opal/source/diagnostic_renderer.hpp"
#include "domain/opal/sql/emitter.hpp"

namespace domain::opal::compiler {
namespace {

/// Checks the stages one after the other, then lowers the output stage, which lowers those that it reads.
class Compiler {
public:
    explicit Compiler(const CompileInput& input) : input_(input) {
        // References into it live while a stage is checked.
        compilation_.stages.reserve(input.stages.size());
        results_.reserve(input.stages.size());
        inputs_.reserve(input.stages.size());
    }

    Compilation run() {
        for (const Stage& stage : input_.stages) {
            compile(stage);
            if (compilation_.has_errors) return std::move(compilation_);
        }
        finish();
        return std::move(compilation_);
    }

private:
    void compile(const Stage& stage) {
        compilation_.stages.push_back({source::SourceText(stage.pipeline, stage.id), {}, {}});
        CheckedStage& checked = compilation_.stages.back();

        std::vector<check::InputDataset> inputs;
        std::vector<plan::InputSource>& sources = inputs_.emplace_back();
        for (const NamedInput& named : stage.inputs) add_input(named, inputs, sources);
        const auto tokens = lex::lex(checked.source, checked.diagnostics);
        const auto script = parse::parse(checked.source, tokens, checked.diagnostics);
        checked.script = check::check(script,
                                      {.source = checked.source,
                                       .inputs = std::move(inputs),
                                       .window_start = base::from_nanoseconds(input_.window.start),
                                       .window_end = base::from_nanoseconds(input_.window.end),
                                       .ids = ids_,
                                       .version = stage.version,
                                       .parameters = &stage.parameters},
                                      checked.diagnostics);
        if (checked.diagnostics.has_errors()) {
            compilation_.has_errors = true;
            return;
        }
        plan::add_names(compilation_.names, checked.script);
        results_.push_back(checked.script.result().output());
    }

    void add_input(const NamedInput& named, std::vector<check::InputDataset>& inputs,
                   std::vector<plan::InputSource>& sources) {
        if (const auto* stage = std::get_if<StageInput>(&named.source)) {
            const std::size_t index = stage->stage;
            inputs.push_back({named.name, results_[index], named.dataset});
            sources.push_back([this, index](const plan::TimeRange& range) { return lower(index, range); });
            return;
        }
        const std::size_t index = std::get<DatasetInput>(named.source).dataset;
        const check::DatasetState state = check::dataset_state(input_.datasets[index].schema, ids_);
        inputs.push_back({named.name, state, named.dataset});
        sources.push_back([this, index, state](const plan::TimeRange& range) {
            return plan::lower_dataset(index, input_.datasets[index].name, state, range, ids_);
        });
    }

    plan::Relation lower(std::size_t stage, const plan::TimeRange& range) {
        return plan::lower(compilation_.stages[stage].script, inputs_[stage], range, ids_);
    }

    void finish() {
        const check::DatasetState& state = results_[input_.output_stage];
        compilation_.schema = check::to_schema(state);
        try {
            compilation_.plan =
                plan::lower_result(lower(input_.output_stage, plan::TimeRange::of(input_.window)), state, input_.row_limit);
        } catch (plan::PlanTooLarge& reason) {
            return refuse("too-large", std::move(reason.message), std::move(reason.hint));
        }
        plan::rewrite::rewrite(compilation_.plan, input_.window, ids_);
        if (plan::is_too_deep(*compilation_.plan.root)) {
            refuse("too-deep", "the script has too many steps that build on each other",
                   "split it, or compute fewer columns from one another");
        }
    }

    void refuse(std::string_view code, std::string message, std::string hint) {
        compilation_.stages[input_.output_stage].diagnostics.error(code, {0, 0}, std::move(message), std::move(hint));
        compilation_.has_errors = true;
    }

    const CompileInput& input_;
    check::ColumnIds ids_;
    std::vector<check::DatasetState> results_;
    std::vector<std::vector<plan::InputSource>> inputs_;  // of each stage
    Compilation compilation_;
};

}  // namespace

Compilation compile(const CompileInput& input) { return Compiler(input).run(); }

std::vector<catalog::SegmentQuery> segment_queries(const Compilation& compilation,
                                                   std::span<const catalog::Dataset> datasets) {
    std::vector<catalog::SegmentQuery> queries;
    const std::vector<plan::SegmentTest> tests = plan::SegmentTest::of(*compilation.plan.root);
    for (const plan::Scan* scan : plan::scans(*compilation.plan.root)) {
        // Segments are found by arrival time. That is the time of the rows only where valid_from is the arrival.
        const bool by_arrival = scan->window && !scan->valid_to &&
                                scan->valid_from == plan::ColumnSource(plan::FixedColumn::kTimestamp);
        const std::int64_t all_from = std::numeric_limits<std::int64_t>::min();
        const std::int64_t all_to = std::numeric_limits<std::int64_t>::max();
        queries.push_back({datasets[scan->dataset].id,
                           base::from_nanoseconds(by_arrival ? scan->window->start : all_from),
                           base::from_nanoseconds(by_arrival ? scan->window->end : all_to), tests[queries.size()].wants_ranges()});
    }
    return queries;
}

void leave_out(const Compilation& compilation, std::vector<std::vector<catalog::Segment>>& segments) {
    const std::vector<plan::SegmentTest> tests = plan::SegmentTest::of(*compilation.plan.root);
    for (std::size_t i = 0; i < tests.size(); ++i) {
        std::erase_if(segments[i], [&](const catalog::Segment& segment) { return !tests[i].may_match(segment); });
    }
}

sql::Statement emit(const Compilation& compilation, std::span<const std::vector<catalog::Segment>> segments) {
    return sql::emit(compilation.plan, segments);
}

std::string render_diagnostics(const Compilation& compilation) {
    std::string text;
    for (const CheckedStage& stage : compilation.stages) text += source::render(stage.diagnostics, stage.source);
    return text;
}

std::string explain(const Compilation& compilation) {
    std::string text = "--- ast\n";
    for (const CheckedStage& stage : compilation.stages) text += check::print(stage.script);
    if (compilation.has_errors) return text;
    return text + "--- plan\n" + plan::explain(compilation.plan, compilation.names);
}

}  // namespace domain::opal::compiler
