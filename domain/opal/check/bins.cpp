#include "domain/opal/check/bins.hpp"

#include <algorithm>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/time_grid.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr std::int64_t kDefaultBins = 300;

bool is_constant(const ast::Expr& expr) {
    if (std::holds_alternative<ast::Literal>(expr.node)) return true;
    if (const auto* call = std::get_if<ast::Call>(&expr.node)) {
        return ExpressionChecker::canonical_function(call->function.text).starts_with("duration");
    }
    return std::holds_alternative<ast::Operation>(expr.node) &&
           std::all_of(expr.operands.begin(), expr.operands.end(), is_constant);
}

class OptionsChecker {
public:
    OptionsChecker(VerbContext& context, bool allows_offset) : context_(context), allows_offset_(allows_offset) {}

    BinOptions run(const ast::Call& call) {
        for (const ast::Argument& option : call.arguments) {
            options_.is_ok = check(option, option.name ? option.name->text : "") && options_.is_ok;
        }
        return options_;
    }

private:
    bool check(const ast::Argument& option, const std::string& name) {
        if (name == "bins") {
            options_.bins_span = option.span();
            const auto value = positive(option, Type::kInt64, name);
            if (value) options_.bins = *constant<std::int64_t>(*value);
            return value.has_value();
        }
        if (name == "min_bin") {
            const auto value = positive(option, Type::kDuration, name);
            if (value) options_.min_bin = constant<DurationValue>(*value)->nanoseconds;
            return value.has_value();
        }
        if (name == "offset" && allows_offset_) {
            options_.offset_span = option.span();
            const auto value = constant_of(option, Type::kDuration, name);
            if (value) options_.offset = constant<DurationValue>(*value)->nanoseconds;
            return value.has_value();
        }
        if (name == "empty_bins") {
            const auto value = constant_of(option, Type::kBool, name);
            if (value) options_.empty_bins = *constant<bool>(*value);
            return value.has_value();
        }
        report_unknown(option);
        return false;
    }

    std::optional<Expr> constant_of(const ast::Argument& option, Type type, const std::string& name) {
        return context_.expressions.check_constant(option.value, context_.scope(), type, "options", 1, name);
    }

    std::optional<Expr> positive(const ast::Argument& option, Type type, const std::string& name) {
        auto value = constant_of(option, type, name);
        if (!value) return std::nullopt;
        const auto* number = constant<std::int64_t>(*value);
        const auto* duration = constant<DurationValue>(*value);
        if ((number != nullptr && *number > 0) || (duration != nullptr && duration->nanoseconds > 0)) return value;
        context_.error("out-of-range", value->span, "option \"" + name + "\" must be greater than zero");
        return std::nullopt;
    }

    void report_unknown(const ast::Argument& option) {
        const std::string value(context_.expressions.text(option.value.span));
        const std::string name = option.name ? option.name->text : value;
        context_.error("unknown-option", option.name ? option.name->span : option.value.span,
                       "unknown option \"" + name + "\" for \"" + context_.verb() + "\" (known: bins, min_bin, empty_bins" +
                           (allows_offset_ ? ", offset)" : ")"),
                       name == "frame" ? "frame(...) is a separate argument: frame(back:" + value + ")" : "");
    }

    VerbContext& context_;
    bool allows_offset_;
    BinOptions options_;
};

}  // namespace

BinOptions check_bin_options(VerbContext& context, const ast::Call* call, bool allows_offset) {
    return call == nullptr ? BinOptions{} : OptionsChecker(context, allows_offset).run(*call);
}

const ast::Argument* take_bin_duration(std::vector<const ast::Argument*>& arguments) {
    const auto found = std::find_if(arguments.begin(), arguments.end(), [](const ast::Argument* argument) {
        return !argument->name && is_constant(argument->value);
    });
    if (found == arguments.end()) return nullptr;
    const ast::Argument* duration = *found;
    arguments.erase(found);
    return duration;
}

std::optional<Grid> check_grid(VerbContext& context, const ast::Argument* duration, const BinOptions& options,
                               std::string_view parameter) {
    if (duration == nullptr) {
        if (options.offset) {
            context.error("wrong-arguments", options.offset_span, "option \"offset\" needs a bin duration",
                          "write " + context.verb() + " options(offset:…), 5m, …");
            return std::nullopt;
        }
        const CheckInput& input = context.expressions.input();
        return friendly_grid(options.bins.value_or(kDefaultBins), options.min_bin.value_or(1),
                             base::to_nanoseconds(input.window_start), base::to_nanoseconds(input.window_end));
    }
    const auto size = constant_duration(context, duration->value, context.verb(), 1, parameter);
    if (!size) return std::nullopt;
    if (options.bins) {
        context.error("wrong-arguments", options.bins_span, "give a bin duration or option \"bins\", not both");
        return std::nullopt;
    }
    return fixed_grid(context, *size, options.offset.value_or(0), duration->value.span);
}

std::optional<Grid> fixed_grid(VerbContext& context, std::int64_t size_ns, std::int64_t offset_ns, Span span) {
    if (size_ns <= 0) {
        context.error("out-of-range", span, "the bin duration must be greater than zero");
        return std::nullopt;
    }
    const std::int64_t offset = offset_ns % size_ns;
    const Grid grid{size_ns, offset < 0 ? offset + size_ns : offset};
    const CheckInput& input = context.expressions.input();
    const std::int64_t bins =
        bin_count(grid, base::to_nanoseconds(input.window_start), base::to_nanoseconds(input.window_end));
    if (bins <= kTimeBinsMax) return grid;
    context.error("too-many-bins", span,
                  "the query window would have " + std::to_string(bins) + " bins, at most " + std::to_string(kTimeBinsMax) +
                      " are allowed");
    return std::nullopt;
}

void become_bins(VerbContext& context, const BinColumns& names, TimeChart& chart, std::vector<Column> keys,
                 std::vector<Column> values) {
    DatasetState& state = context.state;
    const std::optional<ColumnId> label = state.label;
    const bool is_open = state.is_open;
    state = DatasetState{};
    state.kind = DatasetKind::kInterval;
    state.label = label;
    state.is_open = is_open;
    state.grid = chart.grid;
    chart.valid_from = context.ids.next();
    chart.valid_to = context.ids.next();
    chart.bucket = context.ids.next();
    state.valid_from = chart.valid_from;
    state.valid_to = chart.valid_to;
    state.columns.push_back({.id = chart.valid_from, .name = names.valid_from, .type = Type::kTimestamp});
    state.columns.push_back({.id = chart.valid_to, .name = names.valid_to, .type = Type::kTimestamp});
    for (Column& key : keys) {
        state.primary_key.push_back(key.id);
        state.columns.push_back(std::move(key));
    }
    for (Column& column : values) state.columns.push_back(std::move(column));
    state.columns.push_back({.id = chart.bucket, .name = names.bucket, .type = Type::kInt64});
    state.grouping = state.primary_key;
    context.forget_lost_roles();
}

}  // namespace domain::opal::check
