#include "domain/opal/plan/segment_test.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "domain/base/time.hpp"
#include "domain/catalog/skeleton.hpp"
#include "domain/opal/plan/expression.hpp"

namespace domain::opal::plan {
namespace {

/// All values that something has in the rows of a segment: from `min` to `max`, and null where it may be null. Without values
/// (min > max) it is always null.
struct Interval {
    std::int64_t min = 0;
    std::int64_t max = 0;
    bool may_be_null = false;

    bool is_null() const { return min > max; }
};
constexpr Interval kAlwaysNull{1, 0, true};

/// Nothing: unknown, anything is possible.
using Known = std::optional<Interval>;

Known hull(const Known& a, const Known& b, bool may_be_null) {
    if (!a || !b) return std::nullopt;
    if (a->is_null()) return Interval{b->min, b->max, may_be_null};
    if (b->is_null()) return Interval{a->min, a->max, may_be_null};
    return Interval{std::min(a->min, b->min), std::max(a->max, b->max), may_be_null};
}

/// What the rows have at a path, as int64.
Known values_at(const PathDemand& demand, const catalog::Segment& segment) {
    std::string path;
    for (const std::string& key : demand.keys) catalog::append_pointer(path, key);
    for (const catalog::PathRange& range : segment.ranges) {
        if (range.base == demand.base && range.path == path) return Interval{range.min, range.max, !range.everywhere};
    }
    const bool has_remainder = demand.base == catalog::PathBase::kFields ? segment.layout.fields_rest : segment.layout.extra_rest;
    const auto& columns = segment.layout.columns;
    const bool has_column = std::any_of(columns.begin(), columns.end(), [&](const catalog::PathColumn& column) {
        return column.base == demand.base && column.path == path;
    });
    return has_remainder || has_column ? Known() : Known(kAlwaysNull);
}

Known values_of(const ColumnSource& source, const catalog::Segment& segment) {
    if (const auto* demand = std::get_if<PathDemand>(&source)) {
        return demand->wanted == Wanted::kInt64 ? values_at(*demand, segment) : std::nullopt;
    }
    if (std::get<FixedColumn>(source) != FixedColumn::kTimestamp) return std::nullopt;
    return Interval{base::to_nanoseconds(segment.time_min), base::to_nanoseconds(segment.time_max), false};
}

/// int64, and what is counted like it: times and durations in nanoseconds.
bool is_counted(Type type) { return type == Type::kInt64 || type == Type::kTimestamp || type == Type::kDuration; }

/// The columns below a filter and what is known of them in one segment.
class Values {
public:
    Values(const Scan& scan, const catalog::Segment& segment) {
        for (const ScanColumn& column : scan.columns) {
            if (is_counted(column.type)) add(column.id, values_of(column.source, segment));
        }
    }

    void add(ColumnId column, const Known& known) {
        if (known) columns_.insert_or_assign(column, *known);
    }

    Known of(const Expr& expr) const {
        if (!is_counted(expr.type)) return std::nullopt;
        if (const ColumnId* column = as_column(expr)) {
            const auto found = columns_.find(*column);
            return found == columns_.end() ? Known() : Known(found->second);
        }
        if (const auto* literal = std::get_if<check::Literal>(&expr.node)) return of(*literal);
        if (const auto* call = std::get_if<check::Call>(&expr.node)) return of(call->function, expr.operands);
        return std::nullopt;
    }

private:
    static Known of(const check::Literal& literal) {
        if (std::holds_alternative<check::Null>(literal.value)) return kAlwaysNull;
        if (const auto* value = std::get_if<std::int64_t>(&literal.value)) return Interval{*value, *value, false};
        if (const auto* value = std::get_if<check::DurationValue>(&literal.value)) {
            return Interval{value->nanoseconds, value->nanoseconds, false};
        }
        return std::nullopt;
    }

    Known of(std::string_view function, const std::vector<Expr>& operands) const {
        if (function == "int64") return operands.front().type == Type::kInt64 ? of(operands.front()) : std::nullopt;
        if (function == "from_nanoseconds") return of(operands.front());
        if (function == "from_milliseconds") return scaled(of(operands.front()), 1'000'000);
        if (function == "from_seconds") return scaled(of(operands.front()), 1'000'000'000);
        if (function == "null_if") return null_if(of(operands[0]), of(operands[1]));
        if (function == "coalesce") return coalesce(operands);
        if (function == "if") return hull(of(operands[1]), of(operands[2]), true);
        if (function == "op.add") return sum(of(operands[0]), of(operands[1]));
        return std::nullopt;
    }

    static Known scaled(const Known& value, std::int64_t factor) {
        Interval result;
        if (!value || value->is_null()) return value;
        if (__builtin_mul_overflow(value->min, factor, &result.min) || __builtin_mul_overflow(value->max, factor, &result.max)) {
            return std::nullopt;
        }
        result.may_be_null = value->may_be_null;
        return result;
    }

    static Known sum(const Known& a, const Known& b) {
        Interval result;
        if (!a || !b) return std::nullopt;
        if (a->is_null() || b->is_null()) return kAlwaysNull;
        if (__builtin_add_overflow(a->min, b->min, &result.min) || __builtin_add_overflow(a->max, b->max, &result.max)) {
            return std::nullopt;
        }
        result.may_be_null = a->may_be_null || b->may_be_null;
        return result;
    }

    static Known null_if(Known value, const Known& left_out) {
        if (!value) return value;
        const bool never = left_out && (left_out->is_null() || left_out->max < value->min || left_out->min > value->max);
        value->may_be_null = value->may_be_null || !never;
        return value;
    }

    Known coalesce(const std::vector<Expr>& operands) const {
        Known all = kAlwaysNull;
        for (const Expr& operand : operands) {
            const Known next = of(operand);
            if (!next) return next;
            all = hull(all, next, next->may_be_null);
            if (!next->may_be_null) break;
        }
        return all;
    }

    std::map<ColumnId, Interval> columns_;
};

bool never_in_order(const Known& a, const Known& b, bool or_equal) {
    return or_equal ? a->min > b->max : a->min >= b->max;
}

/// Whether a comparison of two counted values is true for no row.
bool never_holds(std::string_view function, const Known& a, const Known& b) {
    if ((a && a->is_null()) || (b && b->is_null())) return true;
    if (!a || !b) return false;
    if (function == "op.lt" || function == "op.lte") return never_in_order(a, b, function == "op.lte");
    if (function == "op.gt" || function == "op.gte") return never_in_order(b, a, function == "op.gte");
    return a->max < b->min || b->max < a->min;  // op.eq
}

bool is_comparison(std::string_view function) {
    return function == "op.lt" || function == "op.lte" || function == "op.gt" || function == "op.gte" || function == "op.eq";
}

/// Whether a condition is true for no row.
bool is_never_true(const Expr& condition, const Values& values) {
    if (const auto* literal = std::get_if<check::Literal>(&condition.node)) {
        const bool* value = std::get_if<bool>(&literal->value);
        return value != nullptr ? !*value : std::holds_alternative<check::Null>(literal->value);
    }
    const auto* call = std::get_if<check::Call>(&condition.node);
    if (call == nullptr) return false;
    const std::vector<Expr>& operands = condition.operands;
    const auto is_never = [&](const Expr& operand) { return is_never_true(operand, values); };
    if (call->function == "op.and") return std::any_of(operands.begin(), operands.end(), is_never);
    if (call->function == "op.or") return std::all_of(operands.begin(), operands.end(), is_never);
    if (!is_comparison(call->function) || !is_counted(operands[0].type) || !is_counted(operands[1].type)) return false;
    return never_holds(call->function, values.of(operands[0]), values.of(operands[1]));
}

bool is_any_never_true(const std::vector<Expr>& conditions, const Values& values) {
    return std::any_of(conditions.begin(), conditions.end(), [&](const Expr& each) { return is_never_true(each, values); });
}

/// Whether every row that comes out is made of one that goes in, which alone decides about it.
bool is_by_row(const Node& node) {
    const bool is_kind = std::holds_alternative<Filter>(node.op) || std::holds_alternative<Project>(node.op);
    return is_kind && !has_window(node);
}

}  // namespace

std::vector<SegmentTest> SegmentTest::of(const Node& root) {
    std::vector<SegmentTest> tests;
    std::vector<const Node*> path;
    const auto visit = [&](const auto& self, const Node& node) -> void {
        if (const auto* scan = std::get_if<Scan>(&node.op)) {
            SegmentTest& test = tests.emplace_back();
            test.scan_ = scan;
            for (auto above = path.rbegin(); above != path.rend() && is_by_row(**above); ++above) test.above_.push_back(*above);
        }
        path.push_back(&node);
        for (const NodePtr& input : node.inputs) self(self, *input);
        path.pop_back();
    };
    visit(visit, root);
    return tests;
}

bool SegmentTest::wants_ranges() const {
    const auto is_number = [](const ColumnSource& source) {
        const auto* demand = std::get_if<PathDemand>(&source);
        return demand != nullptr && demand->wanted == Wanted::kInt64;
    };
    const auto is_filter = [](const Node* node) { return std::holds_alternative<Filter>(node->op); };
    const bool has_number = std::any_of(scan_->columns.begin(), scan_->columns.end(),
                                        [&](const ScanColumn& column) { return is_number(column.source); });
    const bool is_filtered = !scan_->filters.empty() || std::any_of(above_.begin(), above_.end(), is_filter);
    return (has_number && is_filtered) || (scan_->window && is_number(scan_->valid_from));
}

bool SegmentTest::may_match(const catalog::Segment& segment) const {
    if (scan_->window) {
        const Known from = values_of(scan_->valid_from, segment);
        if (from && (from->is_null() || from->min >= scan_->window->end)) return false;
        if (from && !scan_->valid_to && from->max < scan_->window->start) return false;
    }
    Values values(*scan_, segment);
    if (is_any_never_true(scan_->filters, values)) return false;
    for (const Node* node : above_) {
        if (const auto* filter = std::get_if<Filter>(&node->op)) {
            if (is_any_never_true(filter->conjuncts, values)) return false;
            continue;
        }
        for (const check::Binding& binding : std::get<Project>(node->op).columns) values.add(binding.column, values.of(binding.value));
    }
    return true;
}

}  // namespace domain::opal::plan
