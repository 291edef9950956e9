#include "domain/opal/check/verbs/retime.hpp"

#include <algorithm>
#include <limits>

#include "domain/opal/check/options.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr std::int64_t kHourNanoseconds = 3'600'000'000'000;
/// A difference as long as this is no bound: every time that is one is nearer. Sums with it would leave the range of times.
constexpr std::int64_t kUnbounded = 36'500LL * 24 * kHourNanoseconds;
/// As far as a range of time is widened.
constexpr std::int64_t kEver = std::numeric_limits<std::int64_t>::max();

/// The arguments of these verbs: options, a frame, columns.
struct Arguments {
    std::map<std::string, Expr> options;
    std::optional<Frame> frame;
    std::vector<Column> columns;
};

bool check_difference(VerbContext& context, const std::map<std::string, Expr>& options) {
    const auto found = options.find("max_time_diff");
    if (found == options.end() || constant<DurationValue>(found->second)->nanoseconds >= 0) return true;
    context.error("out-of-range", found->second.span, "option \"max_time_diff\" must not be negative");
    return false;
}

/// Reports arguments of another form, columns that are no timestamps, and more columns than `columns_max`.
std::optional<Arguments> check_arguments(VerbContext& context, const std::vector<OptionSpec>& known, bool allows_frame,
                                         std::size_t columns_max) {
    Arguments result;
    bool is_ok = true;
    bool has_options = false;
    for (const ast::Argument& argument : context.statement.arguments) {
        if (!context.check_unnamed(argument)) {
            is_ok = false;
        } else if (const ast::Call* options = argument_call(argument.value, "options"); options != nullptr && !known.empty()) {
            auto values = check_options(context, *options, known);
            is_ok = is_ok && values && check_difference(context, *values);
            if (values) result.options = std::move(*values);
            has_options = true;
        } else if (const ast::Call* frame = frame_call(argument.value); frame != nullptr && allows_frame) {
            result.frame = check_frame(context.expressions, context.scope(), *frame, context.verb());
            is_ok = is_ok && result.frame.has_value();
        } else if (result.columns.size() == columns_max) {
            context.error("too-many-arguments", argument.span(),
                          "\"" + context.verb() + "\" takes at most " + std::to_string(columns_max) +
                              (columns_max == 1 ? " column here" : " columns here"));
            is_ok = false;
        } else {
            const Column* column = context.column_argument(argument.value);
            if (column != nullptr && !column->is_broken && column->type != Type::kTimestamp) {
                Expr found = make_column(argument.value.span, *column);
                context.expressions.report_type(context.verb(), result.columns.size() + 1, "column",
                                                type_bit(Type::kTimestamp), found);
                column = nullptr;
            }
            is_ok = is_ok && column != nullptr && !column->is_broken;
            if (column != nullptr) result.columns.push_back(*column);
        }
    }
    if (has_options && result.frame) {
        context.error("wrong-arguments", context.statement.verb.span, "give option \"max_time_diff\" or frame(...), not both");
        is_ok = false;
    }
    if (!is_ok) return std::nullopt;
    return result;
}

bool require_columns(VerbContext& context, const Arguments& arguments, std::size_t count, std::string_view name) {
    if (arguments.columns.size() >= count) return true;
    context.error("missing-argument", context.statement.verb.span,
                  "\"" + context.verb() + "\" parameter \"" + std::string(name) + "\" has no matching argument");
    return false;
}

Expr shifted(Expr time, std::int64_t nanoseconds) {
    const Span span = time.span;
    return make_binary(span, Type::kTimestamp, "op.add", std::move(time),
                       make_literal(span, Type::kDuration, DurationValue{nanoseconds}));
}

/// The time columns of the present state as expressions.
class Times {
public:
    explicit Times(VerbContext& context) : context_(context), span_(context.statement.span) {}

    Expr of(const Column& column) const { return make_column(span_, column); }
    Expr from() const { return of(*context_.state.find(*context_.state.valid_from)); }
    Expr to() const { return of(*context_.state.find(*context_.state.valid_to)); }
    /// `later <= earlier + difference`, unless that is no bound.
    void add_bound(std::vector<Expr>& conditions, Expr later, Expr earlier, std::int64_t difference) const {
        if (difference < kUnbounded) conditions.push_back(lte(std::move(later), shifted(std::move(earlier), difference)));
    }
    Expr lte(Expr left, Expr right) const { return make_binary(span_, Type::kBool, "op.lte", std::move(left), std::move(right)); }
    /// `open or left <= right`: a null end is the end of time.
    Expr lte_or_open(Expr left, Expr right) const {
        std::vector<Expr> is_null, either;
        is_null.push_back(right);
        either.push_back(make_call(span_, Type::kBool, "is_null", std::move(is_null)));
        either.push_back(lte(std::move(left), std::move(right)));
        return make_call(span_, Type::kBool, "op.or", std::move(either));
    }
    void keep(std::vector<Expr> conditions) const {
        if (conditions.empty()) return;
        Expr predicate = conditions.size() == 1 ? std::move(conditions.front())
                                                : make_call(span_, Type::kBool, "op.and", std::move(conditions));
        context_.emit(Filter{std::move(predicate)});
    }

private:
    VerbContext& context_;
    Span span_;
};

/// The column that stops being a time is an ordinary one from now on; grids do not survive another time.
void become(VerbContext& context, DatasetKind kind, std::optional<ColumnId> from, std::optional<ColumnId> to) {
    context.state.kind = kind;
    context.state.valid_from = from;
    context.state.valid_to = to;
    context.state.grid.reset();
}

/// How far the new time may lie from the old one.
struct Reach {
    std::int64_t before;  // the new time before the old one
    std::int64_t after;
};
Reach reach_of(const Arguments& arguments) {
    if (arguments.frame) return {arguments.frame->back_ns, arguments.frame->ahead_ns};
    const std::int64_t difference = duration_option(arguments.options, "max_time_diff", kHourNanoseconds);
    return {difference, difference};
}

/// Both times of a row are columns of their own.
bool are_different(VerbContext& context, ColumnId from, ColumnId to) {
    if (from != to) return true;
    context.error("wrong-arguments", context.statement.arguments.back().span(),
                  "'valid from' and 'valid to' must be different columns", "make a copy of the column first");
    return false;
}

const std::vector<OptionSpec> kMaxTimeDiff{{"max_time_diff", Type::kDuration}};

}  // namespace

void check_make_event(VerbContext& context) {
    DatasetState& state = context.state;
    if (state.is_open) return;
    if (context.reject_kind(DatasetKind::kEvent, "it is one already")) return context.give_up();
    const auto arguments = check_arguments(context, {{"use_valid_to", Type::kBool}}, false, 1);
    if (!arguments) return context.give_up();
    const Times times(context);
    if (state.kind == DatasetKind::kTable) {
        if (!require_columns(context, *arguments, 1, "validFrom")) return context.give_up();
        std::vector<Expr> present;
        present.push_back(times.lte(times.of(arguments->columns[0]), times.of(arguments->columns[0])));
        times.keep(std::move(present));
        become(context, DatasetKind::kEvent, arguments->columns[0].id, std::nullopt);
    } else {
        if (!arguments->columns.empty()) {
            context.error("wrong-arguments", context.statement.arguments.back().span(),
                          "\"" + context.verb() + "\" takes a column for Table kind input only");
            return context.give_up();
        }
        const bool at_end = bool_option(arguments->options, "use_valid_to");
        if (at_end) {
            std::vector<Expr> present;
            present.push_back(times.lte(times.to(), times.to()));
            times.keep(std::move(present));
        }
        const std::optional<ColumnId> end = state.valid_to;
        const bool drops_end = state.kind == DatasetKind::kResource && !at_end;
        become(context, DatasetKind::kEvent, at_end ? state.valid_to : state.valid_from, std::nullopt);
        if (drops_end) std::erase_if(state.columns, [&](const Column& column) { return column.id == end; });
    }
    // Several states of one entity are several events.
    state.primary_key.clear();
    state.candidate_keys.clear();
    context.forget_lost_roles();
    // A row that ends with the first moment of the window does not overlap it, but its event belongs to it.
    context.emit(Retime{1, 0});
}

void check_make_interval(VerbContext& context) {
    DatasetState& state = context.state;
    if (state.is_open) return;
    if (context.reject_kind(DatasetKind::kInterval, "it is one already")) return context.give_up();
    const auto arguments = check_arguments(context, kMaxTimeDiff, false, 2);
    if (!arguments) return context.give_up();
    if (state.kind == DatasetKind::kResource) {
        if (!arguments->columns.empty()) {
            context.error("wrong-arguments", context.statement.arguments.back().span(),
                          "\"" + context.verb() + "\" takes no columns for Resource kind input");
            return context.give_up();
        }
        become(context, DatasetKind::kInterval, state.valid_from, state.valid_to);
        return context.emit(Project{});
    }
    const bool is_table = state.kind == DatasetKind::kTable;
    if (!require_columns(context, *arguments, is_table ? 2 : 1, is_table && arguments->columns.empty() ? "validFrom" : "validTo")) {
        return context.give_up();
    }
    const Times times(context);
    const std::int64_t longest = duration_option(arguments->options, "max_time_diff", kHourNanoseconds);
    const Column to = arguments->columns.back();
    const Column from = arguments->columns.size() == 2 ? arguments->columns.front() : *state.find(*state.valid_from);
    if (!are_different(context, from.id, to.id)) return context.give_up();
    std::vector<Expr> conditions;
    conditions.push_back(times.lte(times.of(from), times.of(to)));
    times.add_bound(conditions, times.of(to), times.of(from), longest);
    if (!is_table && arguments->columns.size() == 2) {
        times.add_bound(conditions, times.from(), times.of(from), longest);
        times.add_bound(conditions, times.of(from), times.from(), longest);
    }
    times.keep(std::move(conditions));
    become(context, DatasetKind::kInterval, from.id, to.id);
    const bool is_bound = longest < kUnbounded;
    context.emit(Retime{is_table ? 0 : is_bound ? 2 * longest : kEver, is_table ? 0 : is_bound ? longest : kEver});
}

void check_set_timestamp(VerbContext& context) {
    if (context.state.is_open) return;
    for (const DatasetKind kind : {DatasetKind::kInterval, DatasetKind::kResource}) {
        if (context.reject_kind(kind, "use \"set_valid_from\" instead")) return;
    }
    if (context.reject_kind(DatasetKind::kTable, "use \"make_event\" instead")) return context.give_up();
    const auto arguments = check_arguments(context, kMaxTimeDiff, true, 1);
    if (!arguments || !require_columns(context, *arguments, 1, "column")) return;
    const Times times(context);
    const Reach reach = reach_of(*arguments);
    const Column column = arguments->columns[0];
    std::vector<Expr> conditions;
    times.add_bound(conditions, times.from(), times.of(column), reach.before);
    times.add_bound(conditions, times.of(column), times.from(), reach.after);
    // No time is no time, however far it may lie.
    if (conditions.size() < 2) conditions.push_back(times.lte(times.of(column), times.of(column)));
    times.keep(std::move(conditions));
    become(context, DatasetKind::kEvent, column.id, std::nullopt);
    context.emit(Retime{reach.after < kUnbounded ? reach.after : kEver, reach.before < kUnbounded ? reach.before : kEver});
}

void check_set_valid_from(VerbContext& context) {
    if (context.state.is_open) return;
    if (context.reject_kind(DatasetKind::kTable, "use \"make_event\" instead")) return context.give_up();
    if (context.state.kind == DatasetKind::kEvent) {
        context.diagnostics().warning("deprecated", context.statement.verb.span,
                                      "\"" + context.verb() + "\" on Event kind input is deprecated", "use set_timestamp");
        return check_set_timestamp(context);
    }
    const auto arguments = check_arguments(context, kMaxTimeDiff, true, 1);
    if (!arguments || !require_columns(context, *arguments, 1, "column")) return;
    const Times times(context);
    const Reach reach = reach_of(*arguments);
    const Column column = arguments->columns[0];
    if (!are_different(context, column.id, *context.state.valid_to)) return;
    std::vector<Expr> conditions;
    conditions.push_back(times.lte(times.from(), shifted(times.of(column), reach.before)));
    if (!arguments->frame) conditions.push_back(times.lte(times.of(column), shifted(times.from(), reach.after)));
    conditions.push_back(times.lte_or_open(times.of(column), times.to()));
    times.keep(std::move(conditions));
    become(context, context.state.kind, column.id, context.state.valid_to);
    context.emit(Retime{0, reach.before});
}

void check_set_valid_to(VerbContext& context) {
    if (context.state.is_open) return;
    if (context.reject_kind(DatasetKind::kTable, "use \"make_interval\" instead")) return context.give_up();
    const auto arguments = check_arguments(context, kMaxTimeDiff, true, 1);
    if (!arguments) return;
    if (arguments->columns.empty()) {
        if (context.reject_kind(DatasetKind::kEvent, "name the column")) return;
        if (context.state.kind == DatasetKind::kResource) context.state.primary_key.clear();
        become(context, DatasetKind::kEvent, context.state.valid_from, std::nullopt);
        return context.emit(Retime{});
    }
    const Times times(context);
    const Reach reach = reach_of(*arguments);
    const Column column = arguments->columns[0];
    if (!are_different(context, *context.state.valid_from, column.id)) return;
    std::vector<Expr> conditions;
    conditions.push_back(times.lte(times.from(), times.of(column)));
    const bool is_event = context.state.kind == DatasetKind::kEvent;
    if (is_event) conditions.push_back(times.lte(times.of(column), shifted(times.from(), reach.after)));
    else conditions.push_back(times.lte_or_open(shifted(times.of(column), -reach.after), times.to()));
    times.keep(std::move(conditions));
    become(context, is_event ? DatasetKind::kInterval : context.state.kind, context.state.valid_from, column.id);
    context.emit(Retime{reach.after, 0});
}

}  // namespace domain::opal::check
