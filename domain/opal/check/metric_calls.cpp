// m("name") and its like, which select the values of a metric, and the aggregates of how values change: delta,
// delta_monotonic, rate, deriv.
#include <algorithm>
#include <array>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/metric_selection.hpp"
#include "domain/opal/check/quoted.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kBaseAgeMin = 300 * kNanosecondsPerSecond;  // the point before a bin counts when it is not older than that …
constexpr std::int64_t kBaseIntervals = 10;          // … or than so many of the intervals in which the metric reports

struct Selector {
    std::string_view function;
    std::string_view role;
    Type type;
};
constexpr std::array kSelectors{
    Selector{"m", "value", Type::kFloat64},
    Selector{"m_tdigest", "tdigestValue", Type::kTdigest},
    Selector{"m_histogram", "histogramValue", Type::kHistogram},
    Selector{"m_exponential_histogram", "exponentialHistogramValue", Type::kExponentialHistogram},
    Selector{"m_object", "objectValue", Type::kObject},
};

const Selector* find_selector(std::string_view function) {
    for (const Selector& row : kSelectors) {
        if (row.function == function) return &row;
    }
    return nullptr;
}

/// Makes expressions at one place of the text.
struct Maker {
    Span span;

    Expr call(Type type, std::string_view function, std::vector<Expr> operands) const {
        return make_call(span, type, function, std::move(operands));
    }
    Expr call(Type type, std::string_view function, Expr first, Expr second) const {
        std::vector<Expr> operands;
        operands.push_back(std::move(first));
        operands.push_back(std::move(second));
        return call(type, function, std::move(operands));
    }
    Expr choose(Expr condition, Expr yes, Expr no) const {
        const Type type = yes.type;
        std::vector<Expr> operands;
        operands.push_back(std::move(condition));
        operands.push_back(std::move(yes));
        operands.push_back(std::move(no));
        return call(type, "if", std::move(operands));
    }
    Expr is_null(Expr value) const {
        std::vector<Expr> operands;
        operands.push_back(std::move(value));
        return call(Type::kBool, "is_null", std::move(operands));
    }
    Expr null(Type type) const { return make_literal(span, type, Null{}); }
    Expr zero(Type type) const {
        if (type == Type::kDuration) return make_literal(span, type, DurationValue{0});
        if (type == Type::kInt64) return make_literal(span, type, std::int64_t{0});
        return make_literal(span, type, 0.0);
    }
    Expr duration(std::int64_t nanoseconds) const { return make_literal(span, Type::kDuration, DurationValue{nanoseconds}); }
    Expr minus(Expr left, Expr right) const {
        const Type type = left.type == Type::kTimestamp ? Type::kDuration : left.type;
        return call(type, "op.sub", std::move(left), std::move(right));
    }
    Expr aggregate(std::string_view function, Expr value) const {
        Expr expr{.span = span, .type = value.type, .node = Aggregate{function, {}}, .operands = {}};
        expr.operands.push_back(std::move(value));
        return expr;
    }
    /// A change in a time, for each second of it; no time, no change.
    Expr per_second(Expr change, Expr time) const {
        Expr seconds = call(Type::kFloat64, "op.div", std::move(time), duration(kNanosecondsPerSecond));
        Expr is_long = call(Type::kBool, "op.gt", seconds, zero(Type::kFloat64));
        Expr none = call(Type::kFloat64, "op.mul", change, zero(Type::kFloat64));
        return choose(std::move(is_long), call(Type::kFloat64, "op.div", std::move(change), std::move(seconds)), std::move(none));
    }
    /// The change of a group's values for each second of its bin, frame or window.
    Expr per_bin(Expr change) const {
        Expr bin = call(Type::kDuration, "bin_size", {});
        if (change.type != Type::kDuration) bin = call(Type::kFloat64, "op.div", std::move(bin), duration(kNanosecondsPerSecond));
        return call(Type::kFloat64, "op.div", std::move(change), std::move(bin));
    }
};

/// The value or time of the point before in the series, as a window call: it sees `age` nanoseconds more than the rows.
Expr point_before(const Maker& make, Expr wanted, const Expr& value, const Column& time, const MetricSelection& selection,
                  std::int64_t age) {
    WindowCall window;
    window.function = "lag";
    for (const Column& tag : selection.tags) window.partition_by.push_back(make_column(make.span, tag));
    window.partition_by.push_back(make.is_null(value));
    SortKey by_time;
    by_time.value = make_column(make.span, time);
    window.order_by.push_back(std::move(by_time));
    window.frame = WindowFrame{WindowFrame::Unit::kTime, age, 0};
    Expr expr{.span = make.span, .type = wanted.type, .node = std::move(window), .operands = {}};
    expr.operands.push_back(std::move(wanted));
    expr.operands.push_back(make_literal(make.span, Type::kInt64, std::int64_t{1}));
    return expr;
}

/// The changes of a metric's values from point to point, the first one of a bin from the last point before the bin.
Expr aligned_change(const Maker& make, std::string_view function, Expr value, const Column& time, MetricSelection& selection,
                    ColumnIds& ids) {
    const auto is_of = [&](std::string_view type) {
        return std::any_of(selection.names.begin(), selection.names.end(),
                           [&](const std::string& name) { return selection.find(name).type == type; });
    };
    if (is_of("delta")) {
        Expr sum = make.aggregate("sum", std::move(value));
        return function == "rate" || function == "deriv" ? make.per_bin(std::move(sum)) : std::move(sum);
    }
    std::int64_t age = kBaseAgeMin;
    for (const std::string& name : selection.names) {
        age = std::max(age, kBaseIntervals * selection.find(name).interval_ns);
    }
    // A bin may begin before the rows that are asked for.
    const std::int64_t reach = age + selection.grid.size_ns;
    const Column old_value{.id = ids.next(), .name = {}, .type = value.type};
    const Column old_time{.id = ids.next(), .name = {}, .type = Type::kTimestamp};
    selection.previous.push_back({old_value.id, point_before(make, value, value, time, selection, reach)});
    selection.previous.push_back({old_time.id, point_before(make, make_column(make.span, time), value, time, selection, reach)});

    Expr start = make.call(Type::kTimestamp, selection.frame ? "bin_end_time" : "bin_start_time", {});
    const std::int64_t oldest = age + (selection.frame ? selection.frame->back_ns : 0);
    start = make.call(Type::kTimestamp, "op.sub", std::move(start), make.duration(oldest));
    const Expr has_base = make.call(Type::kBool, "op.gte", make_column(make.span, old_time), std::move(start));
    const auto of_points = [&](Expr change) {
        Expr none = make.zero(change.type);
        const Type type = change.type;
        return make.aggregate("sum", make.choose(make.is_null(value), make.null(type),
                                                 make.choose(has_base, std::move(change), std::move(none))));
    };
    Expr change = make.minus(value, make_column(make.span, old_value));
    if (function == "rate" || function == "delta_monotonic" || is_of("cumulativeCounter")) {
        // A decrease is a reset of the counter to zero.
        Expr grows = make.call(Type::kBool, "op.gte", value, make_column(make.span, old_value));
        change = make.choose(std::move(grows), std::move(change), value);
    }
    Expr sum = of_points(std::move(change));
    if (function == "rate") return make.per_bin(std::move(sum));
    if (function != "deriv") return sum;
    return make.per_second(std::move(sum), of_points(make.minus(make_column(make.span, time), make_column(make.span, old_time))));
}

}  // namespace

bool ExpressionChecker::is_metric_selector(std::string_view function) {
    return find_selector(function) != nullptr || function == "metric";
}

bool ExpressionChecker::is_change(std::string_view function) {
    return function == "delta" || function == "delta_monotonic" || function == "rate" || function == "deriv";
}

Checked ExpressionChecker::check_selector(const ast::Call& call, Span span, const Scope& scope) {
    const std::string_view function = canonical_function(call.function.text);
    const Selector* selector = find_selector(function);
    if (scope.metrics == nullptr || selector == nullptr) {
        diagnostics_.error("metric-selector", call.function.span,
                           "Please only use metric selection function " + quoted(function) + " in " +
                               (selector == nullptr ? "\"rollup\" verb" : "\"align\" verb"));
        return std::nullopt;
    }
    MetricSelection& selection = *scope.metrics;
    if (!scope.in_aggregate) {
        diagnostics_.error("metric-selector", call.function.span,
                           quoted(function) + " must stand inside an aggregate function",
                           "write avg(" + std::string(text(span)) + ")");
        return std::nullopt;
    }
    if (!selection.selector.empty() && selection.selector != function) {
        diagnostics_.error("metric-selector", call.function.span,
                           "one expression of " + quoted(scope.verb) + " cannot use both " + quoted(selection.selector) +
                               " and " + quoted(function));
        return std::nullopt;
    }
    selection.selector = function;
    const Scope plain{.state = scope.state, .keys = nullptr, .verb = scope.verb, .in_aggregate = true, .later_bindings = {}};
    auto operands = check_arguments(call, pointers(call), plain);
    if (!operands) return std::nullopt;
    Checked checked = resolve_overload(*find_function(function, FunctionKind::kScalar), call.function, span, std::move(*operands));
    const auto role = selection.roles.find(selector->role);
    const Column* value = role ? scope.state.find(*role) : nullptr;
    if (value == nullptr) {
        diagnostics_.error("missing-role", call.function.span,
                           "Selecting metric " + quoted(function) + " requires the \"metric\" interface to have a " +
                               std::string(selector->role) + " column");
        return std::nullopt;
    }
    const auto metric = selection.roles.find("metric");
    const Column* name = metric ? scope.state.find(*metric) : nullptr;
    if (!checked || name == nullptr) return std::nullopt;
    const Maker make{span};
    selection.names.push_back(*constant<std::string>(checked->operands[0]));
    Expr condition = make.call(Type::kBool, "op.eq", make_column(span, *name), std::move(checked->operands[0]));
    if (checked->operands.size() > 1) {
        condition = make.call(Type::kBool, "op.and", std::move(condition), std::move(checked->operands[1]));
    }
    selection.conditions.push_back(condition);
    Expr selected = make_column(span, *value);
    if (selector->type == Type::kFloat64) selected = cast_to(std::move(selected), Type::kFloat64);
    selected.type = selector->type;
    return make.choose(std::move(condition), std::move(selected), make.null(selector->type));
}

// Values in time: the base of a group is its first point, but in align the last point before the bin.
Checked ExpressionChecker::check_change(std::string_view function, Expr value, Span span, const Scope& scope) {
    const Column* time = scope.state.valid_from ? scope.state.find(*scope.state.valid_from) : nullptr;
    if (time == nullptr) {
        if (!scope.state.is_open) {
            diagnostics_.error("wrong-kind", span, quoted(function) + " needs a dataset with times");
        }
        return std::nullopt;
    }
    const Maker make{span};
    if (scope.metrics != nullptr) {
        return aligned_change(make, function, std::move(value), *time, *scope.metrics, input_.ids);
    }
    const auto ordered = [&](std::string_view aggregate) {
        Expr expr = make.aggregate(aggregate, value);
        std::get<Aggregate>(expr.node).order_by.push_back({make_column(span, *time), false, false});
        return expr;
    };
    if (function == "delta_monotonic") return ordered("delta_monotonic");
    if (function == "rate") return make.per_bin(ordered("delta_monotonic"));
    Expr change = make.minus(ordered("last_not_null"), ordered("first_not_null"));
    if (function == "delta") return change;
    const auto time_of_points = [&](std::string_view aggregate) {
        return make.aggregate(aggregate, make.choose(make.is_null(value), make.null(Type::kTimestamp), make_column(span, *time)));
    };
    return make.per_second(cast_to(std::move(change), Type::kFloat64), make.minus(time_of_points("max"), time_of_points("min")));
}

}  // namespace domain::opal::check
