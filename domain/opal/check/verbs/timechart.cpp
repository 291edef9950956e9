#include "domain/opal/check/verbs/timechart.hpp"

#include <algorithm>
#include <array>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/time_grid.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr std::int64_t kDefaultBins = 300;

struct Options {
    std::optional<std::int64_t> bins;
    std::optional<std::int64_t> min_bin;
    std::optional<std::int64_t> offset;
    Span offset_span;
    Span bins_span;
    bool empty_bins = false;
    bool is_ok = true;
};

class TimeChartChecker {
public:
    explicit TimeChartChecker(VerbContext& context) : context_(context) {}

    void run() {
        if (context_.reject_kind(DatasetKind::kTable, "use \"statsby\" instead")) return context_.give_up();
        AggregationArguments arguments = sort_arguments(context_, true);
        const ast::Argument* bin = take_bin_duration(arguments);
        const Options options = check_options(arguments.options);
        const auto grid = make_grid(bin, options);
        std::optional<Frame> frame;
        if (arguments.frame != nullptr) {
            frame = check_frame(context_.expressions, context_.scope(), *arguments.frame, context_.verb());
            is_ok_ = frame.has_value();
        }
        Aggregation aggregation = check_aggregation(context_, arguments, {kValidFrom, kValidTo, kBucket});
        if (!options.is_ok || !grid || !is_ok_) aggregation.is_ok = false;
        finish(grid.value_or(Grid{1, 0}), frame, options.empty_bins, std::move(aggregation));
    }

private:
    static constexpr const char* kValidFrom = "_c_valid_from";
    static constexpr const char* kValidTo = "_c_valid_to";
    static constexpr const char* kBucket = "_c_bucket";

    /// The first unnamed argument that is a constant and no aggregate.
    static const ast::Argument* take_bin_duration(AggregationArguments& arguments) {
        const auto found = std::find_if(arguments.others.begin(), arguments.others.end(), [](const ast::Argument* argument) {
            return !argument->name && is_constant(argument->value);
        });
        if (found == arguments.others.end()) return nullptr;
        const ast::Argument* bin = *found;
        arguments.others.erase(found);
        return bin;
    }

    static bool is_constant(const ast::Expr& expr) {
        if (std::holds_alternative<ast::Literal>(expr.node)) return true;
        if (const auto* call = std::get_if<ast::Call>(&expr.node)) {
            return ExpressionChecker::canonical_function(call->function.text).starts_with("duration");
        }
        return std::holds_alternative<ast::Operation>(expr.node) &&
               std::all_of(expr.operands.begin(), expr.operands.end(), is_constant);
    }

    Options check_options(const ast::Call* call) {
        Options options;
        if (call == nullptr) return options;
        for (const ast::Argument& option : call->arguments) {
            const std::string name = option.name ? option.name->text : "";
            const auto constant_of = [&](Type type) {
                return context_.expressions.check_constant(option.value, context_.scope(), type, "options", 1, name);
            };
            std::optional<Expr> value;
            if (name == "bins") {
                value = positive(constant_of(Type::kInt64), name);
                if (value) options.bins = *constant<std::int64_t>(*value);
                options.bins_span = option.span();
            } else if (name == "min_bin") {
                value = positive(constant_of(Type::kDuration), name);
                if (value) options.min_bin = constant<DurationValue>(*value)->nanoseconds;
            } else if (name == "offset") {
                value = constant_of(Type::kDuration);
                if (value) options.offset = constant<DurationValue>(*value)->nanoseconds;
                options.offset_span = option.span();
            } else if (name == "empty_bins") {
                value = constant_of(Type::kBool);
                if (value) options.empty_bins = *constant<bool>(*value);
            } else {
                report_unknown_option(option);
            }
            options.is_ok = options.is_ok && value.has_value();
        }
        return options;
    }

    void report_unknown_option(const ast::Argument& option) {
        const std::string value(context_.expressions.text(option.value.span));
        const std::string name = option.name ? option.name->text : value;
        context_.error("unknown-option", option.name ? option.name->span : option.value.span,
                       "unknown option \"" + name + "\" for \"" + context_.verb() +
                           "\" (known: bins, min_bin, empty_bins, offset)",
                       name == "frame" ? "frame(...) is a separate argument: frame(back:" + value + ")" : "");
    }

    std::optional<Expr> positive(std::optional<Expr> value, const std::string& name) {
        if (!value) return std::nullopt;
        const auto* number = constant<std::int64_t>(*value);
        const auto* duration = constant<DurationValue>(*value);
        if ((number != nullptr && *number > 0) || (duration != nullptr && duration->nanoseconds > 0)) return value;
        context_.error("out-of-range", value->span, "option \"" + name + "\" must be greater than zero");
        return std::nullopt;
    }

    std::optional<Grid> make_grid(const ast::Argument* bin, const Options& options) {
        const std::int64_t start = base::to_nanoseconds(context_.expressions.input().window_start);
        const std::int64_t end = base::to_nanoseconds(context_.expressions.input().window_end);
        if (bin == nullptr) {
            if (options.offset) {
                context_.error("wrong-arguments", options.offset_span, "option \"offset\" needs a bin duration",
                               "write " + context_.verb() + " options(offset:…), 5m, …");
                return std::nullopt;
            }
            return friendly_grid(options.bins.value_or(kDefaultBins), options.min_bin.value_or(1), start, end);
        }
        const auto size = constant_duration(context_, bin->value, context_.verb(), 1, "bin_duration");
        if (!size) return std::nullopt;
        if (options.bins) {
            context_.error("wrong-arguments", options.bins_span, "give a bin duration or option \"bins\", not both");
            return std::nullopt;
        }
        if (*size <= 0) {
            context_.error("out-of-range", bin->value.span, "the bin duration must be greater than zero");
            return std::nullopt;
        }
        const std::int64_t offset = options.offset.value_or(0) % *size;
        const Grid grid{*size, offset < 0 ? offset + *size : offset};
        const std::int64_t bins = bin_count(grid, start, end);
        if (bins > kTimeBinsMax) {
            context_.error("too-many-bins", bin->value.span,
                           "the query window would have " + std::to_string(bins) + " bins, at most " +
                               std::to_string(kTimeBinsMax) + " are allowed");
            return std::nullopt;
        }
        return grid;
    }

    void finish(Grid grid, std::optional<Frame> frame, bool empty_bins, Aggregation aggregation) {
        const bool is_open = context_.state.is_open;
        const std::optional<ColumnId> label = context_.state.label;
        DatasetState& state = context_.state;
        state = DatasetState{};
        state.kind = DatasetKind::kInterval;
        state.label = label;
        state.is_open = is_open && aggregation.keys.empty();
        state.grid = grid;

        TimeChart node{.grid = grid, .frame = frame, .empty_bins = empty_bins, .valid_from = context_.ids.next(),
                       .valid_to = context_.ids.next(), .bucket = context_.ids.next(), .keys = {}, .aggregates = {}};
        state.valid_from = node.valid_from;
        state.valid_to = node.valid_to;
        state.columns.push_back({.id = node.valid_from, .name = kValidFrom, .type = Type::kTimestamp});
        state.columns.push_back({.id = node.valid_to, .name = kValidTo, .type = Type::kTimestamp});
        for (Column& key : aggregation.key_columns) {
            state.primary_key.push_back(key.id);
            state.columns.push_back(std::move(key));
        }
        for (Column& column : aggregation.aggregate_columns) state.columns.push_back(std::move(column));
        state.columns.push_back({.id = node.bucket, .name = kBucket, .type = Type::kInt64});
        state.grouping = state.primary_key;
        context_.forget_lost_roles();
        if (!context_.check_column_count(state.columns.size())) return context_.give_up();
        node.keys = std::move(aggregation.keys);
        node.aggregates = std::move(aggregation.aggregates);
        context_.emit(std::move(node));
    }

    VerbContext& context_;
    bool is_ok_ = true;
};

}  // namespace

void check_timechart(VerbContext& context) { TimeChartChecker(context).run(); }

}  // namespace domain::opal::check
