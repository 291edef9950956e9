#include "domain/opal/check/verbs/timeshift.hpp"

#include <algorithm>
#include <array>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/roles.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr const char* kShiftBucket = "_c_bucket";
constexpr std::int64_t kCopiesMax = 1000;

/// `1d`, `90m`: in the largest unit that divides it.
std::string duration_text(std::int64_t nanoseconds) {
    struct Unit {
        std::int64_t size;
        std::string_view name;
    };
    constexpr std::int64_t kSecond = 1'000'000'000;
    constexpr std::array kUnits{
        Unit{86'400 * kSecond, "d"}, Unit{3'600 * kSecond, "h"}, Unit{60 * kSecond, "m"}, Unit{kSecond, "s"},
        Unit{1'000'000, "ms"},       Unit{1'000, "us"},          Unit{1, "ns"},
    };
    for (const Unit& unit : kUnits) {
        if (nanoseconds % unit.size == 0) return std::to_string(nanoseconds / unit.size) + std::string(unit.name);
    }
    return {};
}

/// The text of a constant name for a new column.
std::optional<std::string> new_name(VerbContext& context, std::size_t index, std::string_view parameter) {
    const ast::Argument& argument = context.statement.arguments[index];
    const auto value = context.expressions.check_constant(argument.value, context.scope(), Type::kString, context.verb(),
                                                          index + 1, parameter);
    if (!value) return std::nullopt;
    const std::string& name = *constant<std::string>(*value);
    if (context.state.find(name) == nullptr) return name;
    context.error("overwritten-column", argument.value.span, "attempting to overwrite existing column \"" + name + "\"",
                  "give the new column another name");
    return std::nullopt;
}

bool check_all_unnamed(VerbContext& context) {
    return std::all_of(context.statement.arguments.begin(), context.statement.arguments.end(),
                       [&](const ast::Argument& argument) { return context.check_unnamed(argument); });
}

}  // namespace

void check_timeshift(VerbContext& context) {
    DatasetState& state = context.state;
    if (state.is_open) return;
    if (context.reject_kind(DatasetKind::kTable, "it has no times")) return;
    if (!context.check_argument_count({"interval"}) || !check_all_unnamed(context)) return;
    const auto interval = constant_duration(context, context.statement.arguments.front().value, context.verb(), 1, "interval");
    if (!interval) return;
    const Span span = context.statement.span;
    const DatasetState before = state;
    MakeColumns moved;
    const auto move = [&](ColumnId old, Expr value) {
        const ColumnId made = context.ids.next();
        moved.bindings.push_back({made, std::move(value)});
        replace_column(state, old, made);
        return made;
    };
    for (const auto& time : {before.valid_from, before.valid_to}) {
        if (!time) continue;
        move(*time, make_binary(span, Type::kTimestamp, "op.add", make_column(span, *before.find(*time)),
                           make_literal(span, Type::kDuration, DurationValue{*interval})));
    }
    const Column* bucket = state.grid ? state.find(kShiftBucket) : nullptr;
    if (state.grid) {
        // The bins move with the rows, so the grid has another offset, and perhaps every bin another number.
        const std::int64_t size = state.grid->size_ns;
        const std::int64_t moved_offset = *interval % size + state.grid->offset_ns;
        const std::int64_t offset = (moved_offset % size + size) % size;
        const std::int64_t bins = (*interval - (offset - state.grid->offset_ns)) / size;
        state.grid->offset_ns = offset;
        if (bucket != nullptr && bucket->type == Type::kInt64) {
            move(bucket->id, make_binary(span, Type::kInt64, "op.add", make_column(span, *bucket),
                                    make_literal(span, Type::kInt64, bins)));
        }
    }
    DatasetState after = state;
    state = before;
    context.emit(std::move(moved));
    state = std::move(after);
    context.emit(Retime{0, 0, *interval});
}

void check_timewrap(VerbContext& context) {
    DatasetState& state = context.state;
    if (state.is_open) return;
    if (context.reject_kind(DatasetKind::kTable, "it has no times")) return context.give_up();
    if (!context.check_argument_count({"interval", "count", "label_column", "index_column"}, 1) || !check_all_unnamed(context)) {
        return context.give_up();
    }
    const auto& arguments = context.statement.arguments;
    const auto interval = constant_duration(context, arguments[0].value, context.verb(), 1, "interval");
    const auto count = context.expressions.check_constant(arguments[1].value, context.scope(), Type::kInt64, context.verb(), 2, "count");
    const auto label = new_name(context, 2, "label_column");
    const auto index = arguments.size() > 3 ? new_name(context, 3, "index_column") : std::nullopt;
    if (!interval || !count || !label || (arguments.size() > 3 && !index)) return context.give_up();
    const std::int64_t copies = *constant<std::int64_t>(*count);
    if (*interval <= 0 || copies < 1 || copies > kCopiesMax || *interval > INT64_MAX / kCopiesMax) {
        context.error("out-of-range", *interval <= 0 ? arguments[0].value.span : arguments[1].value.span,
                      *interval <= 0 ? "the interval must be greater than zero"
                                     : "\"" + context.verb() + "\" makes 1 to " + std::to_string(kCopiesMax) + " copies of at most 100 days each");
        return context.give_up();
    }
    if (index && *index == *label) {
        context.error("duplicate-name", arguments[3].value.span, "both columns have the name \"" + *label + "\"");
        return context.give_up();
    }
    TimeWrap node;
    node.interval_ns = *interval;
    for (std::int64_t i = 0; i < copies; ++i) node.labels.push_back(i == 0 ? "now" : duration_text(i * *interval) + " ago");
    const std::vector<Column> old = state.columns;
    for (const Column& column : old) {
        node.sources.push_back(column.id);
        replace_column(state, column.id, context.ids.next());
    }
    node.label = context.ids.next();
    state.columns.push_back({.id = node.label, .name = *label, .type = Type::kString});
    if (index) {
        node.index = context.ids.next();
        state.columns.push_back({.id = *node.index, .name = *index, .type = Type::kInt64});
    }
    state.grid.reset();
    if (!state.primary_key.empty()) state.primary_key.push_back(node.label);
    if (!state.grouping.empty()) state.grouping.push_back(node.label);
    // Several copies of a row share the other keys; an order by a hidden column is lost.
    state.candidate_keys.clear();
    std::erase_if(state.order, [&](const OrderKey& key) { return state.find(key.column) == nullptr; });
    if (!context.check_column_count(state.columns.size())) return context.give_up();
    node.columns = state.columns;
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
