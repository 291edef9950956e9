#include "domain/opal/check/verbs/fill.hpp"

#include <algorithm>

#include "domain/opal/check/grouping.hpp"
#include "domain/opal/check/roles.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr const char* kFillBucket = "_c_bucket";
constexpr std::int64_t kWeek = std::int64_t{7} * 24 * 3600 * 1'000'000'000;

class FillChecker {
public:
    explicit FillChecker(VerbContext& context) : context_(context) {}

    void run() {
        DatasetState& state = context_.state;
        if (state.is_open) return;
        if (!state.grid) {
            return context_.error("wrong-kind", context_.statement.verb.span,
                                  "\"" + context_.verb() + "\" needs an input on a time grid", "use align or timechart first");
        }
        node_.grid = *state.grid;
        for (const ColumnId key : state.primary_key) {
            if (const Column* column = state.find(key)) node_.keys.push_back(*column);
        }
        bool is_ok = true;
        for (const ast::Argument& argument : context_.statement.arguments) is_ok = check(argument) && is_ok;
        if (!is_ok || !check_bound()) return;
        finish();
    }

private:
    bool check(const ast::Argument& argument) {
        if (!argument.name) {
            if (const ast::Call* frame = frame_call(argument.value)) return check_ahead(*frame);
            context_.error("wrong-arguments", argument.span(),
                           "\"" + context_.verb() + "\" takes pairs column:constant and frame(ahead:duration)");
            return false;
        }
        const std::string& name = argument.name->text;
        const Column* column = find_column(context_.state, name, argument.name->span, context_.diagnostics());
        if (column == nullptr || column->is_broken) return false;
        if (!may_bind(*column, argument.name->span)) return false;
        const bool is_given = std::any_of(node_.values.begin(), node_.values.end(),
                                          [&](const Fill::Value& value) { return value.source == column->id; });
        if (is_given) {
            context_.error("duplicate-name", argument.name->span, "column \"" + name + "\" is given more than once");
            return false;
        }
        auto value = context_.expressions.check_constant(argument.value, context_.scope(), column->type, context_.verb(), 1, name);
        if (!value) return false;
        node_.values.push_back({{context_.ids.next(), std::move(*value)}, column->id});
        return true;
    }

    bool is_group(const Column& column) const {
        return std::any_of(node_.keys.begin(), node_.keys.end(), [&](const Column& key) { return key.id == column.id; });
    }

    bool may_bind(const Column& column, Span span) {
        std::string what;
        if (is_group(column)) what = "grouping column \"" + column.name + "\"";
        else if (context_.is_time_column(column.id)) what = context_.describe_time_column(column);
        else if (column.name == kFillBucket) what = "column \"" + column.name + "\"";
        if (what.empty()) return true;
        context_.error("protected-column", span, "\"" + context_.verb() + "\" cannot bind " + what);
        return false;
    }

    bool check_ahead(const ast::Call& call) {
        const auto frame = check_frame(context_.expressions, context_.scope(), call, context_.verb());
        if (!frame) return false;
        std::string rule;
        if (frame->back_ns != 0) rule = "\"" + context_.verb() + "\" takes frame(ahead:…) only";
        else if (frame->ahead_ns < node_.grid.size_ns) rule = "\"ahead\" must not be shorter than a bin";
        else if (frame->ahead_ns >= kWeek) rule = "\"ahead\" must be less than a week";
        if (!rule.empty()) {
            context_.error("out-of-range", call.function.span, rule);
            return false;
        }
        node_.ahead_ns = frame->ahead_ns;
        return true;
    }

    /// Without a value for any column the writer has forgotten what to fill in.
    bool check_bound() {
        if (!node_.values.empty()) return true;
        std::string first;
        for (const Column& column : context_.state.columns) {
            const bool is_bindable = !is_group(column) && !context_.is_time_column(column.id) && column.name != kFillBucket;
            if (is_bindable && first.empty()) first = column.name;
        }
        if (first.empty()) return true;
        context_.error("missing-argument", context_.statement.verb.span,
                       "\"" + context_.verb() + "\" parameter \"column:value\" has no matching argument",
                       "write " + context_.verb() + " " + first + ":0");
        return false;
    }

    void finish() {
        DatasetState& state = context_.state;
        const auto renew = [&](ColumnId old) {
            const ColumnId made = context_.ids.next();
            replace_column(state, old, made);
            return made;
        };
        node_.valid_from = renew(*state.valid_from);
        node_.valid_to = renew(*state.valid_to);
        const Column* bucket = state.find(kFillBucket);
        const bool has_bucket = bucket != nullptr && bucket->type == Type::kInt64;
        node_.bucket = has_bucket ? renew(bucket->id) : context_.ids.next();
        for (const Fill::Value& value : node_.values) replace_column(state, value.source, value.constant.column);
        context_.emit(std::move(node_));
    }

    VerbContext& context_;
    Fill node_;
};

}  // namespace

void check_fill(VerbContext& context) { FillChecker(context).run(); }

}  // namespace domain::opal::check
