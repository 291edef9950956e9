#include "domain/opal/check/checker.hpp"

#include <algorithm>
#include <array>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/verb_context.hpp"
#include "domain/opal/check/verbs/dedup.hpp"
#include "domain/opal/check/verbs/drop_col.hpp"
#include "domain/opal/check/verbs/extract_regex.hpp"
#include "domain/opal/check/verbs/filter.hpp"
#include "domain/opal/check/verbs/limit.hpp"
#include "domain/opal/check/verbs/make_col.hpp"
#include "domain/opal/check/verbs/pick_col.hpp"
#include "domain/opal/check/verbs/rename_col.hpp"
#include "domain/opal/check/verbs/sort.hpp"
#include "domain/opal/check/verbs/statsby.hpp"
#include "domain/opal/check/verbs/timechart.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {
namespace {

struct VerbRow {
    std::string_view name;
    void (*check)(VerbContext&);
};

constexpr std::array kVerbs = {
    VerbRow{"dedup", check_dedup},           VerbRow{"drop_col", check_drop_col},
    VerbRow{"extract_regex", check_extract_regex}, VerbRow{"filter", check_filter},
    VerbRow{"limit", check_limit},           VerbRow{"make_col", check_make_col},
    VerbRow{"pick_col", check_pick_col},     VerbRow{"rename_col", check_rename_col},
    VerbRow{"sort", check_sort},             VerbRow{"statsby", check_statsby},
    VerbRow{"timechart", check_timechart},
};

/// Whether the columns after the verb are those before it.
bool keeps_columns(const std::string& verb) {
    return verb == "filter" || verb == "sort" || verb == "limit" || verb == "dedup";
}

class Checker {
public:
    Checker(const ast::Script& script, const CheckInput& input, source::Diagnostics& diagnostics)
        : script_(script), input_(input), diagnostics_(diagnostics),
          expressions_(input, diagnostics, dataset_names(script, input)) {}

    Script run() {
        for (const ast::Pipeline& pipeline : script_.pipelines) check_pipeline(pipeline);
        return std::move(result_);
    }

private:
    static std::vector<std::string> dataset_names(const ast::Script& script, const CheckInput& input) {
        std::vector<std::string> names;
        for (const InputDataset& dataset : input.inputs) names.push_back(dataset.name);
        for (const ast::Pipeline& pipeline : script.pipelines) {
            if (pipeline.name) names.push_back(pipeline.name->text);
        }
        return names;
    }

    void check_pipeline(const ast::Pipeline& pipeline) {
        Pipeline typed;
        if (pipeline.name) {
            typed.name = pipeline.name->text;
            const auto is_same = [&](const Pipeline& earlier) { return earlier.name == typed.name; };
            if (std::any_of(result_.pipelines.begin(), result_.pipelines.end(), is_same)) {
                diagnostics_.error("duplicate-name", pipeline.name->span,
                                   "subquery \"@" + typed.name + "\" is defined more than once");
            }
        }
        resolve_source(pipeline, typed);
        const std::string first_input = input_.inputs.empty() ? std::string() : input_.inputs.front().name;
        expressions_.set_default_dataset(pipeline.source ? pipeline.source->text : first_input);
        DatasetState state = typed.input;
        for (const ast::Statement& statement : pipeline.statements) check_statement(statement, state, typed.statements);
        // What was lost to an error stays lost for those who read from here.
        if (state.is_open) (typed.statements.empty() ? typed.input : typed.statements.back().output).is_open = true;
        result_.pipelines.push_back(std::move(typed));
    }

    void resolve_source(const ast::Pipeline& pipeline, Pipeline& typed) {
        if (!pipeline.source) {
            if (!input_.inputs.empty()) typed.input = input_.inputs.front().state;
            return;
        }
        for (std::size_t i = result_.pipelines.size(); i-- > 0;) {
            if (result_.pipelines[i].name != pipeline.source->text) continue;
            typed.source = {PipelineSource::Kind::kPipeline, i};
            typed.input = result_.pipelines[i].output();
            return;
        }
        std::vector<std::string_view> names;
        std::string list;
        for (std::size_t i = 0; i < input_.inputs.size(); ++i) {
            const InputDataset& dataset = input_.inputs[i];
            names.push_back(dataset.name);
            list += (list.empty() ? "@" : ", @") + dataset.name;
            if (dataset.name != pipeline.source->text) continue;
            typed.source = {PipelineSource::Kind::kInput, i};
            typed.input = dataset.state;
            return;
        }
        for (const Pipeline& earlier : result_.pipelines) {
            names.push_back(earlier.name);
            list += (list.empty() ? "@" : ", @") + earlier.name;
        }
        const std::string_view near = source::nearest_name(pipeline.source->text, names);
        diagnostics_.error("unknown-dataset", pipeline.source->span, "unknown dataset \"@" + pipeline.source->text + "\"",
                           "inputs are [" + list + "]" +
                               (near.empty() ? "" : "; did you mean \"@" + std::string(near) + "\"?"));
        typed.input.is_open = true;
    }

    void check_statement(const ast::Statement& statement, DatasetState& state, std::vector<Statement>& statements) {
        if (statement.canonical_verb.empty()) {
            state.is_open = true;
            return;
        }
        if (statement.is_deprecated) {
            diagnostics_.warning("deprecated", statement.verb.span, "\"" + statement.verb.text + "\" is deprecated",
                                 "use " + statement.canonical_verb);
        }
        const auto row = std::find_if(kVerbs.begin(), kVerbs.end(),
                                      [&](const VerbRow& verb) { return verb.name == statement.canonical_verb; });
        if (row == kVerbs.end()) {
            diagnostics_.error("not-supported", statement.verb.span,
                               "verb \"" + statement.verb.text + "\" is not supported yet");
            state.is_open = true;
            return;
        }
        if (statement.is_broken) {
            if (!keeps_columns(statement.canonical_verb)) state.is_open = true;
            return;
        }
        VerbContext context(statement, state, statements, expressions_, input_.ids);
        row->check(context);
    }

    const ast::Script& script_;
    const CheckInput& input_;
    source::Diagnostics& diagnostics_;
    ExpressionChecker expressions_;
    Script result_;
};

}  // namespace

Script check(const ast::Script& script, const CheckInput& input, source::Diagnostics& diagnostics) {
    return Checker(script, input, diagnostics).run();
}

}  // namespace domain::opal::check
