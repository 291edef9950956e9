#include "domain/opal/check/verbs/metric.hpp"

#include <algorithm>
#include <array>

#include "domain/opal/check/options.hpp"
#include "domain/opal/check/types.hpp"
#include "domain/opal/check/verbs/align.hpp"

namespace domain::opal::check {
namespace {

constexpr std::array<std::string_view, 9> kRollups{"avg", "count", "delta", "delta_monotonic", "deriv",
                                                    "max", "min",   "rate",  "sum"};

/// Rows of a grid with several metrics each become rows of one metric each.
class MakeMetricChecker {
public:
    explicit MakeMetricChecker(VerbContext& context) : context_(context) {}

    void run() {
        DatasetState& state = context_.state;
        if (state.is_open) return;
        if (!state.grid) {
            context_.error("wrong-kind", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" needs an input on a time grid", "use align or timechart first");
            return context_.give_up();
        }
        for (const ast::Argument& argument : context_.statement.arguments) take(argument);
        if (!has_tags_) {
            for (const ColumnId key : state.primary_key) {
                if (const Column* column = state.find(key)) tags_.push_back(*column);
            }
        }
        if (is_ok_ && metrics_.empty()) {
            context_.error("missing-argument", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" parameter \"metric\" has no matching argument");
            is_ok_ = false;
        }
        if (!is_ok_) return context_.give_up();
        finish();
    }

private:
    void take(const ast::Argument& argument) {
        const ast::Call* tags = argument_call(argument.value, "tags");
        if (tags == nullptr) tags = argument_call(argument.value, "group_by");
        if (tags != nullptr && !argument.name) {
            has_tags_ = true;
            for (const ast::Argument& tag : tags->arguments) {
                const Column* column = context_.check_unnamed(tag) ? context_.column_argument(tag.value) : nullptr;
                is_ok_ = is_ok_ && column != nullptr && !column->is_broken;
                if (column != nullptr) tags_.push_back(*column);
            }
            return;
        }
        const Column* column = context_.check_unnamed(argument) ? context_.column_argument(argument.value) : nullptr;
        if (column == nullptr || column->is_broken) {
            is_ok_ = false;
            return;
        }
        constexpr TypeSet kTypes = kNumericTypes | type_bit(Type::kDuration) | type_bit(Type::kTdigest);
        if (!contains(kTypes, column->type)) {
            context_.expressions.report_type(context_.verb(), metrics_.size() + 1, "metric", kTypes,
                                             make_column(argument.value.span, *column));
            is_ok_ = false;
        }
        metrics_.push_back(*column);
    }

    bool is_taken(const std::string& name) const {
        return std::any_of(made_.begin(), made_.end(), [&](const Column& column) { return column.name == name; }) ||
               std::any_of(tags_.begin(), tags_.end(), [&](const Column& column) { return column.name == name; });
    }

    /// The name, with a number where a tag has it: `metric 1`.
    Column& add(const std::string& name, Type type, ColumnId id) {
        std::string unique = name;
        for (int i = 1; is_taken(unique); ++i) unique = name + " " + std::to_string(i);
        return made_.emplace_back(Column{.id = id, .name = unique, .type = type});
    }

    void finish() {
        DatasetState& state = context_.state;
        const Span span = context_.statement.span;
        // Numbers of every kind become float64; a digest has no number.
        MakeColumns numbers;
        Unpivot node;
        node.name = context_.ids.next();
        node.value = context_.ids.next();
        node.type = Type::kFloat64;
        const auto is_digest = [](const Column& column) { return column.type == Type::kTdigest; };
        for (const Column& metric : metrics_) {
            const ColumnId number = context_.ids.next();
            numbers.bindings.push_back({number, is_digest(metric) ? make_literal(span, Type::kFloat64, Null{})
                                                                  : cast_to(make_column(span, metric), Type::kFloat64)});
            node.sources.push_back({.id = number, .name = metric.name, .type = Type::kFloat64});
        }
        context_.emit(std::move(numbers));

        const Column time = *state.find(*state.valid_to);
        const std::int64_t bin = state.grid->size_ns;
        Interface interface{"metric", {}};
        add("timestamp", Type::kTimestamp, time.id);
        add("metric", Type::kString, node.name);
        interface.roles.push_back({"metric", node.name});
        const bool has_numbers = !std::all_of(metrics_.begin(), metrics_.end(), is_digest);
        if (has_numbers) {
            add("value", Type::kFloat64, node.value);
            interface.roles.push_back({"value", node.value});
        }
        MakeColumns digests = digest_of(node.name);
        if (!digests.bindings.empty()) {
            add("tdigestValue", Type::kTdigest, digests.bindings.front().column);
            interface.roles.push_back({"tdigestValue", digests.bindings.front().column});
        }
        context_.emit(std::move(node));
        if (!digests.bindings.empty()) context_.emit(std::move(digests));

        state = DatasetState{};
        state.kind = DatasetKind::kEvent;
        state.valid_from = time.id;
        state.columns = std::move(made_);
        for (const Column& tag : tags_) state.columns.push_back(tag);
        state.interfaces.push_back(std::move(interface));
        // The bin that ends where the window begins reports inside it.
        context_.emit(Retime{bin, 0});
    }

    /// The digest of the metric that a row is about.
    MakeColumns digest_of(ColumnId name) {
        const Span span = context_.statement.span;
        MakeColumns made;
        Expr value = make_literal(span, Type::kTdigest, Null{});
        bool has_digest = false;
        for (const Column& metric : metrics_) {
            if (metric.type != Type::kTdigest) continue;
            has_digest = true;
            std::vector<Expr> same, choice;
            same.push_back(make_column(span, {.id = name, .name = {}, .type = Type::kString}));
            same.push_back(make_literal(span, Type::kString, metric.name));
            choice.push_back(make_call(span, Type::kBool, "op.eq", std::move(same)));
            choice.push_back(make_column(span, metric));
            choice.push_back(std::move(value));
            value = make_call(span, Type::kTdigest, "if", std::move(choice));
        }
        if (has_digest) made.bindings.push_back({context_.ids.next(), std::move(value)});
        return made;
    }

    VerbContext& context_;
    std::vector<Column> metrics_;
    std::vector<Column> tags_;
    std::vector<Column> made_;
    bool has_tags_ = false;
    bool is_ok_ = true;
};

bool needs_interface(VerbContext& context) {
    if (context.state.find_interface("metric") != nullptr) return true;
    context.error("missing-interface", context.statement.verb.span,
                  "\"" + context.verb() + "\" needs a dataset with the \"metric\" interface",
                  "write interface \"metric\", metric:column, value:column");
    return false;
}

/// The text of an option; nothing when it was not given.
std::string text_option(const std::map<std::string, Expr>& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string() : *constant<std::string>(found->second);
}

/// Reports an option whose value is none of those known.
bool check_value(VerbContext& context, const std::map<std::string, Expr>& options, const std::string& name, bool is_known,
                 std::string_view known) {
    const auto found = options.find(name);
    if (found == options.end() || is_known) return true;
    context.error("unknown-option", found->second.span,
                  "unknown " + name + " \"" + text_option(options, name) + "\" of a metric (known: " + std::string(known) + ")");
    return false;
}

}  // namespace

void check_make_metric(VerbContext& context) { MakeMetricChecker(context).run(); }

void check_set_metric(VerbContext& context) {
    if (context.state.is_open) return;
    if (!needs_interface(context)) return;
    const ast::Call* call = nullptr;
    std::vector<const ast::Argument*> names;
    for (const ast::Argument& argument : context.statement.arguments) {
        const ast::Call* options = argument.name ? nullptr : argument_call(argument.value, "options");
        if (options != nullptr) call = options;
        else names.push_back(&argument);
    }
    if (names.size() != 1 || names.front()->name) {
        return context.error(names.empty() ? "missing-argument" : "wrong-arguments",
                             names.empty() ? context.statement.verb.span : names.back()->span(),
                             "\"" + context.verb() + "\" takes options(...) and the name of one metric");
    }
    std::map<std::string, Expr> options;
    if (call != nullptr) {
        auto checked = check_options(context, *call,
                                     {{"type", Type::kString},
                                      {"unit", Type::kString},
                                      {"description", Type::kString},
                                      {"label", Type::kString},
                                      {"rollup", Type::kString},
                                      {"aggregate", Type::kString},
                                      {"interval", Type::kDuration}});
        if (!checked) return;
        options = std::move(*checked);
    }
    const auto name = context.expressions.check_constant(names.front()->value, context.scope(), Type::kString, context.verb(), 2, "name");
    Metric metric;
    if (options.contains("type")) metric.type = text_option(options, "type");
    metric.rollup = text_option(options, "rollup");
    const bool is_rollup = std::find(kRollups.begin(), kRollups.end(), metric.rollup) != kRollups.end();
    const bool is_known = check_value(context, options, "type", is_metric_type(metric.type),
                                      "gauge, cumulativeCounter, delta, tdigest, histogram, exponentialHistogram") &&
                          check_value(context, options, "rollup", is_rollup,
                                      "avg, count, delta, delta_monotonic, deriv, max, min, rate, sum");
    metric.interval_ns = duration_option(options, "interval", 0);
    if (metric.interval_ns < 0) {
        return context.error("out-of-range", options.at("interval").span, "option \"interval\" must not be negative");
    }
    if (!name || !is_known) return;
    metric.name = *constant<std::string>(*name);
    metric.unit = text_option(options, "unit");
    metric.description = text_option(options, "description");
    metric.label = text_option(options, "label");
    metric.aggregate = text_option(options, "aggregate");
    std::erase_if(context.state.metrics, [&](const Metric& known) { return known.name == metric.name; });
    context.state.metrics.push_back(std::move(metric));
    context.emit(Project{});
}

// Nothing here reads the metadata; it must be there.
void check_set_metric_metadata(VerbContext& context) {
    if (!context.check_argument_count({"metadata"})) return;
    const ast::Argument& argument = context.statement.arguments.front();
    const auto* reference = argument.name ? nullptr : std::get_if<ast::DatasetReference>(&argument.value.node);
    if (reference == nullptr || reference->column) {
        return context.error("wrong-arguments", argument.span(), "\"" + context.verb() + "\" takes a dataset: @metadata");
    }
    if (context.import(reference->dataset, argument.value.span)) context.emit(Project{});
}

}  // namespace domain::opal::check
