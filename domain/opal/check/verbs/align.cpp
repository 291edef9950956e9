#include "domain/opal/check/verbs/align.hpp"

#include <algorithm>

#include "domain/opal/check/bins.hpp"
#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/metric_selection.hpp"
#include "domain/opal/check/options.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr BinColumns kColumns{"valid_from", "valid_to", "_c_bucket"};

/// The interface with the metrics; reports that there is none, and kinds without it.
const Interface* metric_interface(VerbContext& context) {
    if (context.state.is_open) return nullptr;
    const Interface* interface = context.state.find_interface("metric");
    if (interface == nullptr) {
        context.error("missing-interface", context.statement.verb.span,
                      "\"" + context.verb() + "\" needs a dataset with the \"metric\" interface",
                      "write interface \"metric\", metric:column, value:column");
        return nullptr;
    }
    const bool is_rejected = context.reject_kind(DatasetKind::kTable, "use make_event first") ||
                             context.reject_kind(DatasetKind::kResource, "use make_event first");
    return is_rejected ? nullptr : interface;
}

/// Everything but the times and the columns of the interface.
std::vector<Column> tags_of(const DatasetState& state, const Interface& interface) {
    std::vector<Column> tags;
    for (const Column& column : state.columns) {
        const bool has_role = std::any_of(interface.roles.begin(), interface.roles.end(),
                                          [&](const Interface::Role& role) { return role.column == column.id; });
        if (!has_role && column.id != state.valid_from && column.id != state.valid_to) tags.push_back(column);
    }
    return tags;
}

/// The bins that the verb makes, and the known metrics.
struct Settings {
    std::optional<Grid> grid;
    std::optional<Frame> frame;
    bool empty_bins = false;
    std::vector<Metric> metrics;
};

/// Selected rows, with what they know of the points before them, in bins.
void align(VerbContext& context, const Interface& interface, const AggregationArguments& arguments, Settings settings) {
    const Interface roles = interface;
    MetricSelection selection{.roles = roles,
                              .metrics = std::move(settings.metrics),
                              .tags = tags_of(context.state, roles),
                              .grid = settings.grid.value_or(Grid{1, 0}),
                              .frame = settings.frame,
                              .conditions = {},
                              .previous = {},
                              .names = {},
                              .selector = {}};
    if (arguments.others.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"name:expression\" has no matching argument");
        return context.give_up();
    }
    Aggregation aggregation =
        check_aggregation(context, arguments, {kColumns.valid_from, kColumns.valid_to, kColumns.bucket}, &selection);
    if (!selection.conditions.empty()) {
        const Span span = context.statement.span;
        Expr selected = std::move(selection.conditions.front());
        if (selection.conditions.size() > 1) {
            std::vector<Expr> any{std::move(selected)};
            any.insert(any.end(), std::make_move_iterator(selection.conditions.begin() + 1),
                       std::make_move_iterator(selection.conditions.end()));
            selected = make_call(span, Type::kBool, "op.or", std::move(any));
        }
        context.emit(Filter{std::move(selected)});
    }
    if (!selection.previous.empty()) context.emit(MakeColumns{std::move(selection.previous)});
    TimeChart chart;
    chart.grid = selection.grid;
    chart.frame = selection.frame;
    chart.empty_bins = settings.empty_bins;
    become_bins(context, kColumns, chart, std::move(aggregation.key_columns), std::move(aggregation.aggregate_columns));
    if (!context.check_column_count(context.state.columns.size())) return context.give_up();
    chart.keys = std::move(aggregation.keys);
    chart.aggregates = std::move(aggregation.aggregates);
    context.emit(std::move(chart));
}

/// `metric("name", …)` as the expression that align would have: `max(m("name", …))`.
class RollupArgument {
public:
    /// `metrics`: what is known; `used`: those that earlier arguments have selected.
    RollupArgument(VerbContext& context, std::vector<Metric>& metrics, std::vector<Metric>& used)
        : context_(context), metrics_(metrics), used_(used) {}

    std::optional<ast::Argument> translate(const ast::Argument& argument) {
        const ast::Call* call = argument_call(argument.value, "metric");
        if (call == nullptr) {
            context_.error("metric-selector", argument.value.span,
                           "\"" + context_.verb() + "\" takes metrics: name:metric(\"name\")");
            return std::nullopt;
        }
        for (const ast::Argument& part : call->arguments) take(part);
        if (!has_name_) {
            if (is_ok_) {
                context_.error("missing-argument", call->function.span, "\"metric\" parameter \"name\" has no matching argument");
            }
            return std::nullopt;
        }
        if (!is_ok_) return std::nullopt;
        return made(argument, *call);
    }

private:
    void fail(Span span, std::string message) {
        context_.error("wrong-arguments", span, std::move(message));
        is_ok_ = false;
    }

    void take(const ast::Argument& part) {
        const std::string role = part.name ? part.name->text : !has_name_ ? "name" : "filter";
        if (role == "filter" && !filter_) {
            filter_ = ast::Argument{std::nullopt, part.value};
            return;
        }
        if (role == "name" && !has_name_) {
            const auto text = constant_text(part, role);
            name_ = ast::Argument{std::nullopt, part.value};
            has_name_ = true;
            if (text) metric_.name = *text;
            for (const Metric& known : metrics_) {
                if (text && known.name == *text) metric_ = known;
            }
            return;
        }
        if (role == "rollup" || role == "type" || role == "label" || role == "unit" || role == "description" ||
            role == "aggregate") {
            const auto text = constant_text(part, role);
            if (text && role == "rollup") rollup_ = *text;
            if (text && role == "type") type_ = *text;
            return;
        }
        fail(part.span(), "\"metric\" takes a name, filter:, rollup:, type:, unit:, description:, label: and aggregate:");
    }

    std::optional<std::string> constant_text(const ast::Argument& part, const std::string& role) {
        const auto value = context_.expressions.check_constant(part.value, context_.scope(), Type::kString, "metric", 1, role);
        is_ok_ = is_ok_ && value.has_value();
        return value ? std::optional(*constant<std::string>(*value)) : std::nullopt;
    }

    std::optional<ast::Argument> made(const ast::Argument& argument, const ast::Call& call) {
        if (type_) metric_.type = *type_;
        if (!is_metric_type(metric_.type)) {
            fail(call.function.span, "unknown type of metric \"" + metric_.type + "\"");
            return std::nullopt;
        }
        for (const Metric& known : used_) {
            if (known.name != metric_.name || known.type == metric_.type) continue;
            fail(call.function.span, "metric \"" + known.name + "\" is given as " + known.type + " and as " + metric_.type);
            return std::nullopt;
        }
        used_.push_back(metric_);
        std::erase_if(metrics_, [&](const Metric& known) { return known.name == metric_.name; });
        metrics_.push_back(metric_);
        const auto [selector, method] = alignment();
        if (ExpressionChecker::canonical_function(method).empty()) {
            fail(call.function.span, "unknown rollup \"" + method + "\"");
            return std::nullopt;
        }
        ast::Call selected{{selector, call.function.span}, {name_}};
        if (filter_) selected.arguments.push_back(*filter_);
        ast::Expr inner{.span = argument.value.span, .node = std::move(selected), .operands = {}};
        ast::Call outer{{method, call.function.span}, {ast::Argument{std::nullopt, std::move(inner)}}};
        ast::Argument result{argument.name, {.span = argument.value.span, .node = std::move(outer), .operands = {}}};
        if (!result.name) result.name = ast::Name{column_of(metric_.name), argument.value.span};
        return result;
    }

    /// Names of columns have no dots and colons.
    static std::string column_of(std::string name) {
        std::replace_if(name.begin(), name.end(), [](char c) { return c == '.' || c == ':' || c == '"'; }, '_');
        return name;
    }

    /// How the values are selected and brought together.
    std::pair<std::string, std::string> alignment() const {
        const std::string method = rollup_ ? *rollup_ : metric_.rollup;
        if (metric_.type == "tdigest") return {"m_tdigest", "tdigest_combine"};
        if (metric_.type == "histogram") return {"m_histogram", "histogram_combine"};
        if (metric_.type == "exponentialHistogram") return {"m_exponential_histogram", "histogram_combine"};
        if (!method.empty()) return {"m", method};
        return {"m", metric_.type == "gauge" ? "avg" : "rate"};
    }

    VerbContext& context_;
    std::vector<Metric>& metrics_;
    std::vector<Metric>& used_;
    ast::Argument name_;
    bool has_name_ = false;
    std::optional<ast::Argument> filter_;
    std::optional<std::string> rollup_;
    std::optional<std::string> type_;
    Metric metric_;
    bool is_ok_ = true;
};

}  // namespace

bool is_metric_type(std::string_view type) {
    return type == "gauge" || type == "cumulativeCounter" || type == "delta" || type == "tdigest" || type == "histogram" ||
           type == "exponentialHistogram";
}

void check_align(VerbContext& context) {
    const Interface* interface = metric_interface(context);
    if (interface == nullptr) return context.give_up();
    AggregationArguments arguments = sort_arguments(context, true);
    if (arguments.group_by != nullptr) {
        context.error("wrong-arguments", arguments.group_by->function.span,
                      "\"" + context.verb() + "\" should always group by all metric tag columns, and does that implicitly",
                      "use aggregate for grouping");
    }
    const ast::Argument* period = take_bin_duration(arguments.others);
    const BinOptions options = check_bin_options(context, arguments.options, false);
    Settings settings{.grid = check_grid(context, period, options, "period"),
                      .frame = {},
                      .empty_bins = options.empty_bins,
                      .metrics = context.state.metrics};
    if (arguments.frame != nullptr) {
        settings.frame = check_frame(context.expressions, context.scope(), *arguments.frame, context.verb());
    }
    align(context, *interface, arguments, std::move(settings));
}

void check_rollup(VerbContext& context) {
    const Interface* interface = metric_interface(context);
    if (interface == nullptr) return context.give_up();
    AggregationArguments arguments;
    Settings settings{.grid = {}, .frame = {}, .empty_bins = false, .metrics = context.state.metrics};
    const ast::Call* call = nullptr;
    std::vector<ast::Argument> translated;
    std::vector<Metric> used;
    bool is_ok = true;
    for (const ast::Argument& argument : context.statement.arguments) {
        if (const ast::Call* options = argument.name ? nullptr : argument_call(argument.value, "options")) {
            call = options;
            continue;
        }
        auto made = RollupArgument(context, settings.metrics, used).translate(argument);
        is_ok = is_ok && made.has_value();
        if (made) translated.push_back(std::move(*made));
    }
    BinOptions bins;
    std::optional<std::int64_t> resolution;
    if (call != nullptr) {
        const auto options = check_options(context, *call,
                                           {{"resolution", Type::kDuration}, {"buckets", Type::kInt64}, {"empty_bins", Type::kBool}});
        if (!options) return context.give_up();
        settings.empty_bins = bool_option(*options, "empty_bins");
        if (options->contains("resolution")) resolution = duration_option(*options, "resolution", 0);
        if (const auto found = options->find("buckets"); found != options->end()) {
            bins.bins = *constant<std::int64_t>(found->second);
            if (*bins.bins <= 0 || resolution) {
                context.error("wrong-arguments", found->second.span,
                              resolution ? "give option \"resolution\" or option \"buckets\", not both"
                                         : "option \"buckets\" must be greater than zero");
                return context.give_up();
            }
        }
    }
    settings.grid = resolution ? fixed_grid(context, *resolution, 0, call->function.span) : check_grid(context, nullptr, bins, "resolution");
    if (!is_ok || !settings.grid) return context.give_up();
    for (const ast::Argument& argument : translated) arguments.others.push_back(&argument);
    align(context, *interface, arguments, std::move(settings));
}

}  // namespace domain::opal::check
