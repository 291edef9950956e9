#include "domain/opal/check/grouping.hpp"

#include <set>

#include "domain/opal/check/metric_selection.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

class AggregationChecker {
public:
    AggregationChecker(VerbContext& context, const std::vector<std::string>& reserved, MetricSelection* metrics)
        : context_(context), metrics_(metrics) {
        names_.insert(reserved.begin(), reserved.end());
    }

    Aggregation run(const AggregationArguments& arguments) {
        if (metrics_ != nullptr) {
            for (const Column& tag : metrics_->tags) group_by_column(tag);
        } else if (arguments.group_by != nullptr) {
            context_.expressions.resolve_function(arguments.group_by->function);
            for (const ast::Argument& item : arguments.group_by->arguments) check_key(item);
        } else {
            group_by_primary_key();
        }
        for (const ast::Argument* argument : arguments.others) check_aggregate(*argument);
        return std::move(result_);
    }

private:
    void fail() { result_.is_ok = false; }

    /// Reserves the name of an output column.
    bool claim(const std::string& name, Span span) {
        if (names_.insert(name).second) return true;
        context_.error("duplicate-name", span,
                       "\"" + context_.verb() + "\" cannot create column \"" + name + "\" more than once");
        fail();
        return false;
    }

    std::string name_of(const ast::Argument& argument) const {
        return column_name(argument, context_.expressions.text(argument.value.span),
                           [&](const std::string& candidate) { return names_.contains(candidate); });
    }

    void group_by_primary_key() {
        for (const ColumnId id : context_.state.primary_key) {
            if (const Column* column = context_.state.find(id)) group_by_column(*column);
        }
    }

    void group_by_column(const Column& column) {
        const Span span = context_.statement.verb.span;
        if (claim(column.name, span)) add_key(column, make_column(span, column));
    }

    void add_key(Column column, Expr value) {
        keys_.push_back({column.name, column.id, column.type, column.is_broken});
        result_.keys.push_back({column.id, std::move(value)});
        result_.key_columns.push_back(std::move(column));
    }

    void check_key(const ast::Argument& item) {
        if (std::holds_alternative<ast::Link>(item.value.node)) {
            return check_link(std::get<ast::Link>(item.value.node), item.value.span);
        }
        const std::string name = name_of(item);
        const Span name_span = item.name ? item.name->span : item.value.span;
        auto value = context_.expressions.check(item.value, context_.scope());
        const auto* reference = value ? std::get_if<ColumnRef>(&value->node) : nullptr;
        const Column* source = reference != nullptr ? context_.state.find(reference->column) : nullptr;
        if (source != nullptr && context_.is_time_column(source->id)) {
            context_.error("grouped-by-time", item.value.span,
                           "cannot group by " + context_.describe_time_column(*source),
                           "use timechart for groups in time");
            return fail();
        }
        const bool is_plain = source != nullptr && source->name == name;
        if (!is_plain && value && context_.state.find(name) != nullptr) {
            context_.error("overwritten-column", name_span, "attempting to overwrite existing column \"" + name + "\"",
                           "give the group another name");
            return fail();
        }
        if (!claim(name, name_span)) return;
        Column column{.id = is_plain ? source->id : context_.ids.next(), .name = name, .is_broken = !value.has_value()};
        if (source != nullptr) column.is_searchable = source->is_searchable;
        if (!value) {
            // Known to be a key, so that aggregates may mention it; of a type that nobody complains about.
            fail();
            keys_.push_back({column.name, column.id, column.type, true});
            result_.key_columns.push_back(std::move(column));
            return;
        }
        column.type = value->type;
        add_key(std::move(column), std::move(*value));
    }

    /// `^Label...` stands for the columns that the link goes from.
    void check_link(const ast::Link& wanted, Span span) {
        const Link* link = context_.link_argument(wanted, span);
        if (link == nullptr) return fail();
        for (const Link::Pair& pair : link->columns) {
            const Column* column = context_.state.find(pair.source);
            if (column != nullptr && claim(column->name, span)) add_key(*column, make_column(span, *column));
        }
    }

    void check_aggregate(const ast::Argument& argument) {
        // A bare column that is a key adds nothing.
        const std::string* bare = argument.name ? nullptr : plain_column(argument.value);
        for (const GroupKey& key : keys_) {
            if (bare != nullptr && key.name == *bare) return;
        }
        const std::string name = name_of(argument);
        Scope scope = context_.scope();
        scope.keys = &keys_;
        scope.metrics = metrics_;
        if (metrics_ != nullptr) {
            metrics_->names.clear();
            metrics_->selector = {};
        }
        auto value = context_.expressions.check(argument.value, scope);
        if (value && metrics_ != nullptr && metrics_->names.empty()) {
            context_.error("metric-selector", argument.value.span,
                           "\"" + context_.verb() + "\" expressions must select a metric with m(\"name\")");
            value.reset();
        }
        if (!value) fail();
        if (!claim(name, argument.name ? argument.name->span : argument.value.span)) return;
        Column column{.id = context_.ids.next(), .name = name, .is_broken = !value.has_value()};
        if (value) {
            column.type = value->type;
            result_.aggregates.push_back({column.id, std::move(*value)});
        }
        result_.aggregate_columns.push_back(std::move(column));
    }

    VerbContext& context_;
    MetricSelection* metrics_;
    std::set<std::string> names_;
    std::vector<GroupKey> keys_;
    Aggregation result_;
};

}  // namespace

AggregationArguments sort_arguments(VerbContext& context, bool allows_time) {
    AggregationArguments result;
    const auto take = [&](const ast::Call*& place, const ast::Call* call) {
        if (place != nullptr) {
            context.error("wrong-arguments", call->function.span,
                          "\"" + context.verb() + "\" takes " + call->function.text + "(...) once");
        }
        place = call;
    };
    for (const ast::Argument& argument : context.statement.arguments) {
        const ast::Call* group_by = argument_call(argument.value, "group_by");
        const ast::Call* options = argument_call(argument.value, "options");
        const ast::Call* frame = argument_call(argument.value, "frame");
        if (argument.name || (group_by == nullptr && options == nullptr && frame == nullptr)) {
            result.others.push_back(&argument);
        } else if (group_by != nullptr) {
            take(result.group_by, group_by);
        } else if (!allows_time) {
            const ast::Name& name = options != nullptr ? options->function : frame->function;
            context.error("wrong-arguments", name.span, "\"" + context.verb() + "\" does not take " + name.text + "(...)");
        } else if (options != nullptr) {
            take(result.options, options);
        } else {
            take(result.frame, frame);
        }
    }
    return result;
}

Aggregation check_aggregation(VerbContext& context, const AggregationArguments& arguments,
                              const std::vector<std::string>& reserved, MetricSelection* metrics) {
    return AggregationChecker(context, reserved, metrics).run(arguments);
}

bool reject_frame(VerbContext& context, const AggregationArguments& arguments) {
    if (arguments.frame == nullptr) return false;
    context.error("wrong-arguments", arguments.frame->function.span,
                  "\"" + context.verb() + "\" does not take " + arguments.frame->function.text + "(...)");
    return true;
}

bool become_groups(VerbContext& context, DatasetKind kind, const std::vector<Column>& times,
                   const AggregationArguments& arguments, const Aggregation& aggregation) {
    const bool is_open = context.state.is_open && arguments.group_by == nullptr;
    const std::optional<ColumnId> label = context.state.label;
    DatasetState& state = context.state;
    state = DatasetState{};
    state.kind = kind;
    state.is_open = is_open;
    state.label = label;
    state.columns = times;
    if (!times.empty()) state.valid_from = times[0].id;
    if (times.size() > 1) state.valid_to = times[1].id;
    for (const Column& key : aggregation.key_columns) {
        state.columns.push_back(key);
        state.primary_key.push_back(key.id);
    }
    for (const Column& column : aggregation.aggregate_columns) state.columns.push_back(column);
    state.grouping = state.primary_key;
    context.forget_lost_roles();
    if (context.check_column_count(state.columns.size())) return true;
    context.give_up();
    return false;
}

std::optional<std::int64_t> constant_duration(VerbContext& context, const ast::Expr& expr, const std::string& owner,
                                              std::size_t parameter, std::string_view name) {
    const auto checked = context.expressions.check_constant(expr, context.scope(), Type::kDuration, owner, parameter, name);
    if (!checked) return std::nullopt;
    return constant<DurationValue>(*checked)->nanoseconds;
}

}  // namespace domain::opal::check
