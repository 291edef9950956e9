#include "domain/opal/check/verbs/update_resource.hpp"

#include <algorithm>
#include <set>

#include "domain/opal/check/options.hpp"
#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr std::int64_t kDefaultExpiry = 3'600'000'000'000;

bool reads_only(const Expr& expr, const DatasetState& state) {
    const auto* reference = std::get_if<ColumnRef>(&expr.node);
    if (reference != nullptr && state.find(reference->column) == nullptr) return false;
    return std::all_of(expr.operands.begin(), expr.operands.end(), [&](const Expr& each) { return reads_only(each, state); });
}

class UpdateResourceChecker {
public:
    explicit UpdateResourceChecker(VerbContext& context) : context_(context) {}

    void run() {
        for (const DatasetKind kind : {DatasetKind::kEvent, DatasetKind::kInterval, DatasetKind::kTable}) {
            if (context_.reject_kind(kind, "use \"make_resource\" first")) return context_.give_up();
        }
        sort_arguments();
        check_expiry();
        if (!import_events()) return context_.give_up();
        check_predicates();
        for (const ast::Argument* binding : bindings_) add_binding(*binding);
        if (!is_ok_) return context_.give_up();
        finish();
    }

private:
    void sort_arguments() {
        for (const ast::Argument& argument : context_.statement.arguments) {
            const ast::Call* options = argument.name ? nullptr : argument_call(argument.value, "options");
            if (options != nullptr) options_ = options;
            else if (argument.name) bindings_.push_back(&argument);
            else predicates_.push_back(&argument.value);
        }
    }

    void check_expiry() {
        node_.expiry_ns = kDefaultExpiry;
        if (options_ == nullptr) return;
        const auto options = check_options(context_, *options_, {{"expiry", Type::kDuration}});
        is_ok_ = options && check_positive(context_, *options, "expiry");
        if (options) node_.expiry_ns = duration_option(*options, "expiry", kDefaultExpiry);
    }

    bool import_events() {
        if (predicates_.empty() || bindings_.empty()) {
            context_.error("missing-argument", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" parameter \"" + (predicates_.empty() ? "predicate" : "column") +
                               "\" has no matching argument",
                           "write " + context_.verb() + " key=@events.key, name:@events.value");
            return false;
        }
        Span span;
        const ast::DatasetReference* other = find_other(predicates_, context_, &span);
        if (other == nullptr) {
            context_.error("wrong-arguments", predicates_.front()->span, "\"" + context_.verb() + "\" needs a condition on another dataset",
                           "compare the key with @other.column");
            return false;
        }
        name_ = other->dataset;
        if (other->column) span.end = other->column->span.begin - 1;
        auto imported = context_.import(name_, span);
        if (!imported) return false;
        const DatasetState& events = imported->state;
        if (!events.is_open && events.kind != DatasetKind::kEvent) {
            context_.error("wrong-kind", span,
                           "\"" + context_.verb() + "\" needs an Event dataset, @" + name_ + " is of kind " +
                               std::string(catalog::name(events.kind)),
                           "use make_event in it first");
            return false;
        }
        node_.join.other = std::move(*imported);
        return !context_.state.is_open && !events.is_open;
    }

    Scope scope(const OtherDataset& other) const {
        Scope scope = context_.scope();
        scope.other = &other;
        return scope;
    }

    /// Equalities that cover a key here, each with an expression of the events' columns on the other side.
    void check_predicates() {
        const OtherDataset other{name_, node_.join.other.state};
        std::vector<Expr> predicates;
        for (const ast::Expr* expr : predicates_) {
            auto predicate = check_join_predicate(context_, *expr, scope(other));
            is_ok_ = is_ok_ && predicate.has_value();
            if (predicate && check_equalities(*predicate)) predicates.push_back(std::move(*predicate));
        }
        if (!is_ok_) return;
        node_.join.predicate = conjunction(predicates_.front()->span, std::move(predicates));
        if (covers_key(node_.join.predicate, context_.state)) return;
        context_.error("not-a-key", predicates_.front()->span,
                       "the equalities must cover the primary key or a candidate key of the Resource: " + key_list(),
                       "compare with = each column of the key");
        is_ok_ = false;
    }

    std::string key_list() const {
        std::string text;
        for (const ColumnId id : context_.state.primary_key) {
            const Column* column = context_.state.find(id);
            if (column != nullptr) text += (text.empty() ? "" : ", ") + column->name;
        }
        return "[" + text + "]";
    }

    bool check_equalities(const Expr& predicate) {
        const auto* call = std::get_if<Call>(&predicate.node);
        if (call != nullptr && call->function == "op.and") {
            return std::all_of(predicate.operands.begin(), predicate.operands.end(), [&](const Expr& each) { return check_equalities(each); });
        }
        const DatasetState& events = node_.join.other.state;
        const bool is_equality = call != nullptr && (call->function == "op.eq" || call->function == "op.same");
        for (std::size_t side = 0; is_equality && side < 2; ++side) {
            const Expr& here = predicate.operands[side];
            const Expr& there = predicate.operands[1 - side];
            const bool is_column = std::holds_alternative<ColumnRef>(here.node);
            if (!is_column || !reads_only(here, context_.state) || !reads_only(there, events)) continue;
            node_.entity.push_back(there);
            return true;
        }
        context_.error("wrong-arguments", predicate.span,
                       "\"" + context_.verb() + "\" takes equalities of a column with a value of @" + name_);
        is_ok_ = false;
        return false;
    }

    void add_binding(const ast::Argument& argument) {
        const OtherDataset other{name_, node_.join.other.state};
        auto value = context_.expressions.check(argument.value, scope(other));
        is_ok_ = is_ok_ && value.has_value();
        if (context_.state.find(argument.name->text) != nullptr || !names_.insert(argument.name->text).second) {
            context_.error("overwritten-column", argument.name->span,
                           "attempting to overwrite existing column \"" + argument.name->text + "\"", "give the new column another name");
            is_ok_ = false;
        }
        if (!value) return;
        const ColumnId id = context_.ids.next();
        made_.push_back({.id = id, .name = argument.name->text, .type = value->type});
        node_.join.bindings.push_back({id, std::move(*value)});
    }

    static void replace(DatasetState& state, std::optional<ColumnId>& role, ColumnId id) {
        for (Column& column : state.columns) {
            if (column.id == role) column.id = id;
        }
        role = id;
    }

    void finish() {
        Join& join = node_.join;
        join.kind = Join::Kind::kLeft;
        join.is_unique = true;
        node_.event_end = context_.ids.next();
        join.other.state.columns.push_back({.id = node_.event_end, .name = {}, .type = Type::kTimestamp});
        join.other.state.valid_to = node_.event_end;
        join.other.state.kind = DatasetKind::kInterval;
        join.valid_from = context_.ids.next();
        join.valid_to = context_.ids.next();
        DatasetState& state = context_.state;
        replace(state, state.valid_from, *join.valid_from);
        replace(state, state.valid_to, *join.valid_to);
        for (Column& column : made_) state.columns.push_back(std::move(column));
        context_.forget_lost_roles();
        if (!context_.check_column_count(state.columns.size())) return context_.give_up();
        context_.emit(std::move(node_));
    }

    VerbContext& context_;
    bool is_ok_ = true;
    const ast::Call* options_ = nullptr;
    std::vector<const ast::Expr*> predicates_;
    std::vector<const ast::Argument*> bindings_;
    std::string name_;
    std::vector<Column> made_;
    std::set<std::string> names_;
    UpdateResource node_;
};

}  // namespace

void check_update_resource(VerbContext& context) { UpdateResourceChecker(context).run(); }

}  // namespace domain::opal::check
