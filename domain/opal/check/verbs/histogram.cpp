#include "domain/opal/check/verbs/histogram.hpp"

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/options.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr std::int64_t kDefaultHistogramBins = 20;
constexpr std::int64_t kBinsMax = 10'000;
constexpr TypeSet kCountable = kNumericTypes | type_bit(Type::kDuration) | type_bit(Type::kTimestamp);

bool check_settings(VerbContext& context, const ast::Call* call, Histogram& node) {
    node.bins = kDefaultHistogramBins;
    if (call == nullptr) return true;
    const auto options = check_options(context, *call, {{"bins", Type::kInt64}, {"empty_bins", Type::kBool}});
    if (!options || !check_positive(context, *options, "bins")) return false;
    node.bins = int_option(*options, "bins").value_or(kDefaultHistogramBins);
    node.only_filled = options->contains("empty_bins") && !bool_option(*options, "empty_bins");
    if (node.bins <= kBinsMax) return true;
    context.error("out-of-range", options->at("bins").span,
                  "option \"bins\" must be at most " + std::to_string(kBinsMax) + ", got " + std::to_string(node.bins));
    return false;
}

std::optional<Expr> check_value(VerbContext& context, const std::vector<const ast::Argument*>& arguments) {
    if (arguments.empty()) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"col\" has no matching argument");
        return std::nullopt;
    }
    if (arguments.size() > 1) {
        context.error("too-many-arguments", arguments[1]->span(), "\"" + context.verb() + "\" takes one value",
                      "write group_by(...) for a histogram of each group");
        return std::nullopt;
    }
    auto value = context.expressions.check(arguments.front()->value, context.scope());
    if (!value || contains(kCountable, value->type)) return value;
    context.expressions.report_type(context.verb(), 1, "col", kCountable, *value);
    return std::nullopt;
}

}  // namespace

void check_histogram(VerbContext& context) {
    AggregationArguments arguments = sort_arguments(context, true);
    Histogram node;
    bool is_ok = !reject_frame(context, arguments);
    is_ok = check_settings(context, arguments.options, node) && is_ok;
    auto value = check_value(context, arguments.others);
    arguments.others.clear();
    Aggregation aggregation = check_aggregation(context, arguments, {"bin_start", "bin_end", "bin_count"});
    is_ok = is_ok && value && aggregation.is_ok;

    node.start = context.ids.next();
    node.end = context.ids.next();
    node.count = context.ids.next();
    const Type type = value ? value->type : Type::kVariant;
    const auto add = [&](ColumnId id, const char* name, Type column_type) {
        aggregation.aggregate_columns.push_back({.id = id, .name = name, .type = column_type, .is_broken = !value.has_value()});
    };
    add(node.start, "bin_start", type);
    add(node.end, "bin_end", type);
    add(node.count, "bin_count", Type::kInt64);
    if (!become_groups(context, DatasetKind::kTable, {}, arguments, aggregation)) return;
    context.state.primary_key.push_back(node.start);
    if (!is_ok) return;
    node.value = std::move(*value);
    node.keys = std::move(aggregation.keys);
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
