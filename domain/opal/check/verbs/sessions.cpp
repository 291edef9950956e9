#include "domain/opal/check/verbs/sessions.hpp"

#include <algorithm>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/options.hpp"
#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

/// How long a session may be silent unless the query says otherwise, in ns.
constexpr std::int64_t kDefaultGap = 3'600'000'000'000;

/// The gap that a session bridges; `session_gap` is another name of the option.
std::optional<std::int64_t> session_gap(VerbContext& context, const ast::Call* call) {
    if (call == nullptr) return kDefaultGap;
    const auto options = check_options(context, *call, {{"expiry", Type::kDuration}, {"session_gap", Type::kDuration}});
    if (!options || !check_positive(context, *options, "expiry") || !check_positive(context, *options, "session_gap")) {
        return std::nullopt;
    }
    if (options->size() == 2) {
        context.error("wrong-arguments", call->function.span, "give option \"expiry\" or \"session_gap\", not both");
        return std::nullopt;
    }
    return duration_option(*options, "expiry", duration_option(*options, "session_gap", kDefaultGap));
}

struct MergeArguments {
    const ast::Argument* starts = nullptr;
    const ast::Call* order_by = nullptr;
};

/// The condition stands first among the arguments without a name; the other ones are aggregates.
MergeArguments take_merge_arguments(VerbContext& context, AggregationArguments& arguments) {
    MergeArguments taken;
    std::vector<const ast::Argument*> aggregates;
    for (const ast::Argument* argument : arguments.others) {
        const ast::Call* order_by = argument->name ? nullptr : argument_call(argument->value, "order_by");
        if (order_by != nullptr) {
            if (taken.order_by != nullptr) {
                context.error("wrong-arguments", order_by->function.span,
                              "\"" + context.verb() + "\" takes order_by(...) once");
            }
            taken.order_by = order_by;
        } else if (taken.starts == nullptr && !argument->name) {
            taken.starts = argument;
        } else {
            aggregates.push_back(argument);
        }
    }
    arguments.others = std::move(aggregates);
    return taken;
}

bool check_merge_options(VerbContext& context, const ast::Call* call, MergeEvents& node) {
    if (call == nullptr) return true;
    const auto options = check_options(
        context, *call, {{"max_size", Type::kInt64}, {"max_interval", Type::kDuration}, {"passthrough", Type::kBool}});
    if (!options || !check_positive(context, *options, "max_size") || !check_positive(context, *options, "max_interval")) return false;
    node.size_max = int_option(*options, "max_size");
    if (options->contains("max_interval")) node.gap_max_ns = duration_option(*options, "max_interval", 0);
    node.passthrough = bool_option(*options, "passthrough");
    return true;
}

bool check_merge_start(VerbContext& context, const ast::Argument* argument, MergeEvents& node) {
    if (argument == nullptr) {
        context.error("missing-argument", context.statement.verb.span,
                      "\"" + context.verb() + "\" parameter \"matchFirstRow\" has no matching argument");
        return false;
    }
    auto starts = context.expressions.check(argument->value, context.scope());
    if (!starts) return false;
    if (starts->type != Type::kBool) {
        context.expressions.report_type(context.verb(), 1, "matchFirstRow", type_bit(Type::kBool), *starts);
        return false;
    }
    node.starts = std::move(*starts);
    return true;
}

bool check_merge_order(VerbContext& context, const ast::Call* call, MergeEvents& node) {
    if (call == nullptr) return true;
    bool is_ok = true;
    for (const ast::Argument& item : call->arguments) {
        auto key = context.expressions.check_sort_key(item.value, context.scope());
        is_ok = is_ok && key.has_value();
        if (key) node.order_by.push_back(std::move(*key));
    }
    return is_ok;
}

}  // namespace

void check_make_session(VerbContext& context) {
    if (context.reject_kind(DatasetKind::kTable, "use \"make_event\" first") ||
        context.reject_kind(DatasetKind::kResource, "use \"make_interval\" first")) {
        return context.give_up();
    }
    const AggregationArguments arguments = sort_arguments(context, true);
    const bool has_frame = reject_frame(context, arguments);
    const auto gap = session_gap(context, arguments.options);
    Aggregation aggregation = check_aggregation(context, arguments, {"valid_from", "valid_to"});
    const Column from{.id = context.ids.next(), .name = "valid_from", .type = Type::kTimestamp};
    const Column to{.id = context.ids.next(), .name = "valid_to", .type = Type::kTimestamp};
    if (!become_groups(context, DatasetKind::kInterval, {from, to}, arguments, aggregation)) return;
    if (has_frame || !gap) return;
    context.emit(Session{*gap, from.id, to.id, std::move(aggregation.keys), std::move(aggregation.aggregates)});
}

void check_merge_events(VerbContext& context) {
    for (const DatasetKind kind : {DatasetKind::kTable, DatasetKind::kInterval, DatasetKind::kResource}) {
        if (context.reject_kind(kind, "use \"make_event\" first")) return context.give_up();
    }
    AggregationArguments arguments = sort_arguments(context, true);
    const MergeArguments own = take_merge_arguments(context, arguments);
    MergeEvents node;
    bool is_ok = !reject_frame(context, arguments);
    is_ok = check_merge_options(context, arguments.options, node) && is_ok;
    is_ok = check_merge_start(context, own.starts, node) && is_ok;
    is_ok = check_merge_order(context, own.order_by, node) && is_ok;
    const Column* before = context.state.valid_from ? context.state.find(*context.state.valid_from) : nullptr;
    if (before == nullptr) return context.give_up();
    Column time = *before;
    time.id = context.ids.next();
    Aggregation aggregation = check_aggregation(context, arguments, {time.name});
    if (!become_groups(context, DatasetKind::kEvent, {time}, arguments, aggregation)) return;
    if (!is_ok) return;
    node.time = time.id;
    node.keys = std::move(aggregation.keys);
    node.aggregates = std::move(aggregation.aggregates);
    context.emit(std::move(node));
}

}  // namespace domain::opal::check
