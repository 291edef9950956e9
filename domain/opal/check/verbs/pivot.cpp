#include "domain/opal/check/verbs/pivot.hpp"

#include <algorithm>
#include <set>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/options.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

/// The text of a constant as the name of a column.
std::string text_of(const Expr& expr) {
    if (const auto* text = constant<std::string>(expr)) return *text;
    if (const auto* number = constant<std::int64_t>(expr)) return std::to_string(*number);
    if (const auto* truth = constant<bool>(expr)) return *truth ? "true" : "false";
    return {};
}

class PivotChecker {
public:
    explicit PivotChecker(VerbContext& context) : context_(context) {}

    void run() {
        for (const DatasetKind kind : {DatasetKind::kInterval, DatasetKind::kResource}) {
            if (context_.reject_kind(kind, "use make_event or make_table first")) return context_.give_up();
        }
        arguments_ = sort_arguments(context_, true);
        is_ok_ = !reject_frame(context_, arguments_);
        check_align();
        if (!take_columns()) return context_.give_up();
        const std::vector<const ast::Argument*> wanted(arguments_.others.begin() + 2, arguments_.others.end());
        arguments_.others.clear();
        make_keys();
        for (const ast::Argument* argument : wanted) add_column(*argument);
        if (!is_ok_ || context_.state.is_open) return context_.give_up();
        finish();
    }

private:
    void check_align() {
        if (arguments_.options == nullptr) return;
        const auto options = check_options(context_, *arguments_.options, {{"align", Type::kDuration}});
        is_ok_ = is_ok_ && options && check_positive(context_, *options, "align");
        if (!options || options->empty()) return;
        align_ = duration_option(*options, "align", 0);
        if (context_.state.valid_from || context_.state.is_open) return;
        context_.error("wrong-kind", arguments_.options->function.span, "option \"align\" needs a dataset with times");
        is_ok_ = false;
    }

    /// The columns with the names and the values, and at least one wanted name.
    bool take_columns() {
        constexpr const char* kParameters[] = {"name", "value", "name_value"};
        const auto& others = arguments_.others;
        if (others.size() < 3) {
            const bool lacks_list = others.size() == 2;
            context_.error("missing-argument", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" parameter \"" + kParameters[others.size()] + "\" has no matching argument",
                           lacks_list ? "list the values of the first column that become columns: pivot name, value, cpu:\"cpu\", "
                                        "mem:\"mem\""
                                      : "");
            return false;
        }
        for (std::size_t i = 0; i < 2; ++i) {
            if (!context_.check_unnamed(*others[i])) return false;
            const Column* column = context_.column_argument(others[i]->value);
            if (column == nullptr || column->is_broken) return false;
            if (context_.is_time_column(column->id)) {
                context_.error("protected-column", others[i]->value.span, "cannot pivot " + context_.describe_time_column(*column));
                return false;
            }
            (i == 0 ? name_ : value_) = *column;
        }
        return true;
    }

    /// `group_by(…)`, else all columns that are not asked about; Events keep their time.
    void make_keys() {
        const DatasetState& state = context_.state;
        const Column* time = state.valid_from ? state.find(*state.valid_from) : nullptr;
        std::vector<std::string> reserved;
        if (time != nullptr) reserved.push_back(time->name);
        if (arguments_.group_by != nullptr) {
            aggregation_ = check_aggregation(context_, arguments_, reserved);
            is_ok_ = is_ok_ && aggregation_.is_ok;
        } else {
            for (const Column& column : state.columns) {
                if (column.id == name_.id || column.id == value_.id || context_.is_time_column(column.id)) continue;
                aggregation_.key_columns.push_back(column);
                aggregation_.keys.push_back({column.id, make_column(context_.statement.span, column)});
            }
        }
        if (time != nullptr) time_ = *time;
        for (const Column& key : aggregation_.key_columns) names_.insert(key.name);
        names_.insert(reserved.begin(), reserved.end());
    }

    void add_column(const ast::Argument& argument) {
        const bool is_variant = contains(kJsonTypes, name_.type);
        auto wanted = context_.expressions.check_constant(argument.value, context_.scope(), is_variant ? Type::kString : name_.type,
                                                          context_.verb(), 3, "name_value");
        if (!wanted) {
            is_ok_ = false;
            return;
        }
        const std::string name = argument.name ? argument.name->text : text_of(*wanted);
        const Span span = argument.name ? argument.name->span : argument.value.span;
        if (name.empty()) {
            context_.error("wrong-arguments", span, "the column of this value needs a name: name:value");
            is_ok_ = false;
            return;
        }
        if (!names_.insert(name).second) {
            context_.error("duplicate-name", span, "\"" + context_.verb() + "\" cannot create column \"" + name + "\" more than once");
            is_ok_ = false;
            return;
        }
        const ColumnId id = context_.ids.next();
        aggregation_.aggregate_columns.push_back({.id = id, .name = name, .type = value_.type});
        aggregation_.aggregates.push_back({id, value_where(span, std::move(*wanted))});
    }

    /// The first value that is not null among the rows with the name; in bins of time the last one.
    Expr value_where(Span span, Expr wanted) const {
        Expr name = make_column(span, name_);
        if (contains(kJsonTypes, name_.type)) name = cast_to(std::move(name), Type::kString);
        std::vector<Expr> sides, cases;
        sides.push_back(std::move(name));
        sides.push_back(std::move(wanted));
        cases.push_back(make_call(span, Type::kBool, "op.same", std::move(sides)));
        cases.push_back(make_column(span, value_));
        cases.push_back(make_literal(span, value_.type, Null{}));
        Aggregate aggregate{align_ ? "last_not_null" : "first_not_null", {}};
        if (time_) {
            SortKey key;
            key.value = make_column(span, *time_);
            aggregate.order_by.push_back(std::move(key));
        }
        Expr expr{.span = span, .type = value_.type, .node = std::move(aggregate), .operands = {}};
        expr.operands.push_back(make_call(span, value_.type, "if", std::move(cases)));
        return expr;
    }

    /// The start of the bin that the time lies in.
    Expr bin_start() const {
        const Span span = context_.statement.span;
        const auto number = [&](std::int64_t value) { return make_literal(span, Type::kInt64, value); };
        std::vector<Expr> bucket, product, sum;
        bucket.push_back(make_column(span, *time_));
        for (const std::int64_t value : {*align_, std::int64_t{0}, std::int64_t{0}}) bucket.push_back(number(value));
        product.push_back(make_call(span, Type::kInt64, "plan.bucket", std::move(bucket)));
        product.push_back(number(*align_));
        sum.push_back(make_call(span, Type::kInt64, "op.mul", std::move(product)));
        sum.push_back(make_literal(span, Type::kDuration, DurationValue{0}));
        return make_call(span, Type::kTimestamp, "op.add", std::move(sum));
    }

    void finish() {
        std::vector<Column> times;
        StatsBy node{aggregation_.keys, std::move(aggregation_.aggregates)};
        if (time_) {
            times.push_back(*time_);
            if (align_) times.front().id = context_.ids.next();
            Expr time = align_ ? bin_start() : make_column(context_.statement.span, *time_);
            node.keys.insert(node.keys.begin(), Binding{times.front().id, std::move(time)});
        }
        const DatasetKind kind = context_.state.kind;
        if (!become_groups(context_, kind, times, arguments_, aggregation_)) return;
        context_.emit(std::move(node));
        // A bin is a row at its start, made of the rows up to its end.
        if (align_) context_.emit(Retime{0, *align_});
    }

    VerbContext& context_;
    AggregationArguments arguments_;
    bool is_ok_ = true;
    std::optional<std::int64_t> align_;
    Column name_;
    Column value_;
    std::optional<Column> time_;
    Aggregation aggregation_;
    std::set<std::string> names_;
};

}  // namespace

void check_pivot(VerbContext& context) { PivotChecker(context).run(); }

}  // namespace domain::opal::check
