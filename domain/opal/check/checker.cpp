#include "domain/opal/check/checker.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/verb_context.hpp"
#include "domain/opal/check/verbs/aggregate.hpp"
#include "domain/opal/check/verbs/align.hpp"
#include "domain/opal/check/verbs/dedup.hpp"
#include "domain/opal/check/verbs/drop_col.hpp"
#include "domain/opal/check/verbs/exists.hpp"
#include "domain/opal/check/verbs/extract_regex.hpp"
#include "domain/opal/check/verbs/fill.hpp"
#include "domain/opal/check/verbs/filter.hpp"
#include "domain/opal/check/verbs/flatten.hpp"
#include "domain/opal/check/verbs/histogram.hpp"
#include "domain/opal/check/verbs/join.hpp"
#include "domain/opal/check/verbs/keyed_filters.hpp"
#include "domain/opal/check/verbs/limit.hpp"
#include "domain/opal/check/verbs/lookup_ip_info.hpp"
#include "domain/opal/check/verbs/make_col.hpp"
#include "domain/opal/check/verbs/make_resource.hpp"
#include "domain/opal/check/verbs/metadata.hpp"
#include "domain/opal/check/verbs/metric.hpp"
#include "domain/opal/check/verbs/pick_col.hpp"
#include "domain/opal/check/verbs/pivot.hpp"
#include "domain/opal/check/verbs/rename_col.hpp"
#include "domain/opal/check/verbs/retime.hpp"
#include "domain/opal/check/verbs/sessions.hpp"
#include "domain/opal/check/verbs/sort.hpp"
#include "domain/opal/check/verbs/statsby.hpp"
#include "domain/opal/check/verbs/timechart.hpp"
#include "domain/opal/check/verbs/timestats.hpp"
#include "domain/opal/check/verbs/timeshift.hpp"
#include "domain/opal/check/verbs/topk.hpp"
#include "domain/opal/check/verbs/union.hpp"
#include "domain/opal/check/verbs/unpivot.hpp"
#include "domain/opal/check/verbs/update_resource.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {
namespace {

struct VerbRow {
    std::string_view name;
    void (*check)(VerbContext&);
};

constexpr std::array kVerbs = {
    VerbRow{"add_key", check_add_key},
    VerbRow{"aggregate", check_aggregate},
    VerbRow{"align", check_align},
    VerbRow{"always", check_always},
    VerbRow{"bottomk", check_bottomk},
    VerbRow{"dedup", check_dedup},
    VerbRow{"drop_col", check_drop_col},
    VerbRow{"drop_interface", check_drop_interface},
    VerbRow{"ever", check_ever},
    VerbRow{"exists", check_exists},
    VerbRow{"extract_regex", check_extract_regex},
    VerbRow{"fill", check_fill},
    VerbRow{"filter", check_filter},
    VerbRow{"filter_last", check_filter_last},
    VerbRow{"flatten", check_flatten},
    VerbRow{"flatten_all", check_flatten},
    VerbRow{"flatten_leaves", check_flatten},
    VerbRow{"flatten_single", check_flatten},
    VerbRow{"follow", check_follow},
    VerbRow{"follow_not", check_follow},
    VerbRow{"fulljoin", check_join},
    VerbRow{"histogram", check_histogram},
    VerbRow{"interface", check_interface},
    VerbRow{"join", check_join},
    VerbRow{"leftjoin", check_join},
    VerbRow{"limit", check_limit},
    VerbRow{"lookup", check_lookup},
    VerbRow{"lookup_ip_info", check_lookup_ip_info},
    VerbRow{"make_col", check_make_col},
    VerbRow{"make_event", check_make_event},
    VerbRow{"make_interval", check_make_interval},
    VerbRow{"make_reference", check_make_reference},
    VerbRow{"make_resource", check_make_resource},
    VerbRow{"make_session", check_make_session},
    VerbRow{"make_metric", check_make_metric},
    VerbRow{"make_table", check_make_table},
    VerbRow{"merge_events", check_merge_events},
    VerbRow{"never", check_never},
    VerbRow{"not_exists", check_exists},
    VerbRow{"pick_col", check_pick_col},
    VerbRow{"pivot", check_pivot},
    VerbRow{"rename_col", check_rename_col},
    VerbRow{"rollup", check_rollup},
    VerbRow{"set_col_enum", check_set_col},
    VerbRow{"set_col_immutable", check_set_col},
    VerbRow{"set_col_searchable", check_set_col},
    VerbRow{"set_col_visible", check_set_col},
    VerbRow{"set_dataset_alias", check_set_dataset_alias},
    VerbRow{"set_label", check_set_label},
    VerbRow{"set_link", check_set_link},
    VerbRow{"set_metric", check_set_metric},
    VerbRow{"set_metric_metadata", check_set_metric_metadata},
    VerbRow{"set_primary_key", check_set_primary_key},
    VerbRow{"set_timestamp", check_set_timestamp},
    VerbRow{"set_valid_from", check_set_valid_from},
    VerbRow{"set_valid_to", check_set_valid_to},
    VerbRow{"sort", check_sort},
    VerbRow{"statsby", check_statsby},
    VerbRow{"surrounding", check_surrounding},
    VerbRow{"timechart", check_timechart},
    VerbRow{"timestats", check_timestats},
    VerbRow{"timeshift", check_timeshift},
    VerbRow{"timewrap", check_timewrap},
    VerbRow{"topk", check_topk},
    VerbRow{"union", check_union},
    VerbRow{"unpivot", check_unpivot},
    VerbRow{"unset_all_links", check_unset_all_links},
    VerbRow{"unset_keys", check_unset_keys},
    VerbRow{"unset_link", check_unset_link},
    VerbRow{"unsort", check_unsort},
    VerbRow{"update_resource", check_update_resource},
};

/// Whether the columns after the verb are those before it.
bool keeps_columns(const std::string& verb) {
    return verb == "filter" || verb == "sort" || verb == "limit" || verb == "dedup" || verb == "exists" ||
           verb == "not_exists" || verb == "ever" || verb == "always" || verb == "never" || verb == "filter_last" ||
           verb == "unsort" || verb == "fill" || verb == "timeshift" || verb.starts_with("set_");
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
        } else if (const auto found = find(pipeline.source->text)) {
            typed.source = *found;
            typed.input = state_of(*found);
        } else {
            report_unknown(pipeline.source->text, pipeline.source->span);
            typed.input.is_open = true;
        }
        source_ = typed.source;
    }

    /// The subquery or input with a name, else the input that is this dataset, as links say it; subqueries hide inputs.
    std::optional<PipelineSource> find(const std::string& name) const {
        for (std::size_t i = result_.pipelines.size(); i-- > 0;) {
            if (!name.empty() && result_.pipelines[i].name == name) return PipelineSource{PipelineSource::Kind::kPipeline, i};
        }
        for (const auto member : {&InputDataset::name, &InputDataset::dataset}) {
            for (std::size_t i = 0; i < input_.inputs.size(); ++i) {
                if (!name.empty() && input_.inputs[i].*member == name) return PipelineSource{PipelineSource::Kind::kInput, i};
            }
        }
        return std::nullopt;
    }

    const DatasetState& state_of(const PipelineSource& source) const {
        const bool is_input = source.kind == PipelineSource::Kind::kInput;
        return is_input ? input_.inputs[source.index].state : result_.pipelines[source.index].output();
    }

    void report_unknown(const std::string& name, Span span) {
        std::vector<std::string_view> names;
        for (const InputDataset& dataset : input_.inputs) names.push_back(dataset.name);
        for (const Pipeline& earlier : result_.pipelines) names.push_back(earlier.name);
        std::string list;
        for (const std::string_view known : names) list += (list.empty() ? "@" : ", @") + std::string(known);
        const std::string_view near = source::nearest_name(name, names);
        diagnostics_.error("unknown-dataset", span, "unknown dataset \"@" + name + "\"",
                           "inputs are [" + list + "]" +
                               (near.empty() ? "" : "; did you mean \"@" + std::string(near) + "\"?"));
    }

    std::optional<Import> import(const std::string& name, Span span) {
        const auto source = name.empty() ? std::optional(source_) : find(name);
        if (!source) {
            report_unknown(name, span);
            return std::nullopt;
        }
        Import import = import_dataset(*source, state_of(*source), input_.ids);
        if (source->kind == PipelineSource::Kind::kInput) import.dataset = input_.inputs[source->index].dataset;
        return import;
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
        // Every verb of the parser's table has a row: a test asks each for a golden file.
        if (row == kVerbs.end()) {
            state.is_open = true;
            return;
        }
        if (statement.is_broken) {
            if (!keeps_columns(statement.canonical_verb)) state.is_open = true;
            return;
        }
        VerbContext context(statement, state, statements, expressions_, input_.ids, importer_);
        expressions_.set_enricher([&](const ast::Link& link, Span span, const Scope&) { return look_up_label(context, link, span); });
        row->check(context);
    }

    const ast::Script& script_;
    const CheckInput& input_;
    source::Diagnostics& diagnostics_;
    ExpressionChecker expressions_;
    const VerbContext::Importer importer_ = [this](const std::string& name, Span span) { return import(name, span); };
    PipelineSource source_;  // of the pipeline that is being checked
    Script result_;
};

}  // namespace

std::optional<LanguageVersion> find_language_version(std::string_view name) {
    if (name == "v2021_01_01") return LanguageVersion::k2021_01_01;
    if (name == "v2026_09_30") return LanguageVersion::k2026_09_30;
    return std::nullopt;
}

Script check(const ast::Script& script, const CheckInput& input, source::Diagnostics& diagnostics) {
    return Checker(script, input, diagnostics).run();
}

}  // namespace domain::opal::check
