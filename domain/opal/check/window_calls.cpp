// window(value, group_by(…), order_by(…), frame(…)): a value for each row from the rows around it.
#include <algorithm>
#include <array>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

using Checked = ExpressionChecker::Checked;

namespace {

/// What stands around the value.
struct Surroundings {
    std::vector<Expr> partition_by;
    std::vector<SortKey> order_by;
    std::optional<WindowFrame> frame;
};

bool is_row_function(std::string_view function) {
    return find_function(function, FunctionKind::kWindow) != nullptr;
}

/// Aggregates that the language does not have in windows.
constexpr std::array<std::string_view, 6> kNoWindow{
    "histogram_combine", "otel_exponential_histogram_sum", "otel_histogram_sum", "prom_quantile", "tdigest_combine", "topk_agg",
};

/// The first call of such an aggregate, or nullptr.
const Expr* find_windowless(const Expr& expr) {
    const auto* aggregate = std::get_if<Aggregate>(&expr.node);
    const bool is_one = aggregate != nullptr && std::find(kNoWindow.begin(), kNoWindow.end(), aggregate->function) != kNoWindow.end();
    if (is_one) return &expr;
    for (const Expr& operand : expr.operands) {
        if (const Expr* found = find_windowless(operand)) return found;
    }
    return nullptr;
}

/// Every call of an aggregate or window function becomes a window call.
void put_into(Expr& expr, const Surroundings& surroundings) {
    if (auto* aggregate = std::get_if<Aggregate>(&expr.node)) {
        WindowCall window;
        window.function = aggregate->function;
        window.partition_by = surroundings.partition_by;
        window.frame = surroundings.frame;
        // A frame goes by time; without one the order matters to those that take it from their operands, and to ranks.
        const bool is_ordered = window.frame || is_row_function(aggregate->function) || aggregate->order_by.empty();
        window.order_by = is_ordered || !surroundings.order_by.empty() ? surroundings.order_by : std::move(aggregate->order_by);
        expr.node = std::move(window);
        return;
    }
    for (Expr& operand : expr.operands) put_into(operand, surroundings);
}

/// `bin_size()`, which rate() divides by, becomes the length of the frame, or of the query window where that ends it.
void bind_bin_size(Expr& expr, const Surroundings& surroundings, const Column* time) {
    for (Expr& operand : expr.operands) bind_bin_size(operand, surroundings, time);
    const auto* call = std::get_if<Call>(&expr.node);
    if (call == nullptr || call->function != "bin_size") return;
    const auto& frame = surroundings.frame;
    if (frame && frame->back && frame->ahead) {
        expr.node = Literal{DurationValue{*frame->back + *frame->ahead}};
        return;
    }
    const auto edge = [&](bool is_row, std::string_view function) {
        return is_row ? make_column(expr.span, *time) : make_call(expr.span, Type::kTimestamp, function, {});
    };
    std::vector<Expr> operands;
    operands.push_back(edge(frame && frame->ahead, "query_end_time"));
    operands.push_back(edge(frame && frame->back, "query_start_time"));
    expr = make_call(expr.span, Type::kDuration, "op.sub", std::move(operands));
}

bool has_ewma(const Expr& expr) {
    const auto* aggregate = std::get_if<Aggregate>(&expr.node);
    return (aggregate != nullptr && aggregate->function == "ewma") ||
           std::any_of(expr.operands.begin(), expr.operands.end(), has_ewma);
}

}  // namespace

Checked ExpressionChecker::check_window(const ast::Call& call, Span span, const Scope& scope) {
    if (!scope.allows_windows) {
        diagnostics_.error("wrong-context", call.function.span, "\"window\" is not accepted in the current context",
                           "compute it with make_col first");
        return std::nullopt;
    }
    if (call.arguments.empty()) {
        diagnostics_.error("missing-argument", call.function.span, "\"window\" parameter \"value\" has no matching argument");
        return std::nullopt;
    }
    const std::vector<GroupKey> no_keys;
    Scope plain = scope;
    plain.allows_windows = false;
    Scope inner = plain;
    inner.keys = &no_keys;
    inner.verb = "window";
    inner.in_window = true;
    Checked value = check(call.arguments.front().value, inner);
    Surroundings surroundings;
    bool has_group = false;
    bool is_ok = value.has_value();
    std::optional<Span> frame_span;
    for (std::size_t i = 1; i < call.arguments.size(); ++i) {
        const ast::Expr& argument = call.arguments[i].value;
        const auto* part = std::get_if<ast::Call>(&argument.node);
        const std::string_view name = part == nullptr ? std::string_view() : canonical_function(part->function.text);
        if (name == "group_by") {
            resolve_function(part->function);
            has_group = true;
            for (const ast::Argument& item : part->arguments) {
                Checked key = check(item.value, plain);
                is_ok = is_ok && key.has_value();
                if (key) surroundings.partition_by.push_back(std::move(*key));
            }
        } else if (name == "order_by") {
            is_ok = add_order_by(*part, plain, surroundings.order_by) && is_ok;
        } else if (name == "frame" || name == "frame_exact") {
            const auto frame = check_frame(*this, plain, *part, "window");
            is_ok = is_ok && frame.has_value();
            if (frame) surroundings.frame = WindowFrame{WindowFrame::Unit::kTime, frame->back_ns, frame->ahead_ns};
            frame_span = part->function.span;
        } else if (name == "frame_preceding" || name == "frame_following") {
            const bool before = name == "frame_preceding";
            surroundings.frame = WindowFrame{WindowFrame::Unit::kTime, before ? std::nullopt : std::optional<std::int64_t>(0),
                                             before ? std::optional<std::int64_t>(0) : std::nullopt};
            frame_span = part->function.span;
        } else {
            diagnostics_.error("wrong-arguments", argument.span,
                               "\"window\" takes one value, group_by(...), order_by(...) and a frame");
            is_ok = false;
        }
    }
    if (const Expr* windowless = value ? find_windowless(*value) : nullptr) {
        diagnostics_.error("not-supported", windowless->span,
                           "aggregate function \"" + std::string(std::get<Aggregate>(windowless->node).function) +
                               "\" is not supported inside window()",
                           "use it in statsby, and join the result");
        is_ok = false;
    }
    if (!is_ok) return std::nullopt;
    const DatasetState& state = scope.state;
    if (!has_group) {
        for (const ColumnId id : state.grouping.empty() ? state.primary_key : state.grouping) {
            if (const Column* column = state.find(id)) surroundings.partition_by.push_back(make_column(span, *column));
        }
    }
    const Column* time = state.valid_from ? state.find(*state.valid_from) : nullptr;
    if (frame_span && time == nullptr) {
        if (!state.is_open) diagnostics_.error("wrong-kind", *frame_span, "a frame needs a dataset with times");
        return std::nullopt;
    }
    SortKey by_time;
    if (time != nullptr) by_time.value = make_column(span, *time);
    if (frame_span && has_ewma(*value)) {
        diagnostics_.error("wrong-arguments", *frame_span, "\"ewma\" takes no frame: its window is a number of rows");
        return std::nullopt;
    }
    if (frame_span && !surroundings.order_by.empty()) {
        const auto* reference = std::get_if<ColumnRef>(&surroundings.order_by.front().value.node);
        const bool is_time = surroundings.order_by.size() == 1 && reference != nullptr && reference->column == time->id &&
                             !surroundings.order_by.front().is_descending;
        if (!is_time) {
            diagnostics_.error("wrong-arguments", *frame_span, "a frame goes by time: order_by must be " + time->name,
                               "leave order_by out");
            return std::nullopt;
        }
    }
    if (surroundings.order_by.empty() && time != nullptr) surroundings.order_by.push_back(std::move(by_time));
    bind_bin_size(*value, surroundings, time);
    put_into(*value, surroundings);
    value->span = span;
    return value;
}

}  // namespace domain::opal::check
