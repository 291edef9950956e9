#include "domain/opal/check/verbs/join.hpp"

#include <algorithm>
#include <set>

#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/time_frame.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

std::string names_of(const std::vector<ColumnId>& ids, const DatasetState& state) {
    std::string text;
    for (const ColumnId id : ids) {
        const Column* column = state.find(id);
        if (column != nullptr) text += (text.empty() ? "" : ", ") + column->name;
    }
    return "[" + text + "]";
}

std::string keys_of(const DatasetState& state) {
    std::string text = state.primary_key.empty() ? "" : names_of(state.primary_key, state);
    for (const auto& key : state.candidate_keys) text += (text.empty() ? "" : ", ") + names_of(key, state);
    return text.empty() ? "none" : text;
}

bool is_span(const DatasetState& state) { return state.valid_from && state.valid_to; }
bool is_point(const DatasetState& state) { return state.valid_from && !state.valid_to; }

class JoinChecker {
public:
    JoinChecker(VerbContext& context, Join::Kind kind, bool is_lookup) : context_(context), is_lookup_(is_lookup) {
        join_.kind = kind;
    }

    void run() {
        const auto& arguments = context_.statement.arguments;
        const ast::Expr* first = arguments.empty() || arguments.front().name ? nullptr : &arguments.front().value;
        const auto* link = first == nullptr ? nullptr : std::get_if<ast::Link>(&first->node);
        const auto* dataset = first == nullptr ? nullptr : std::get_if<ast::DatasetReference>(&first->node);
        if (is_lookup_ && link != nullptr) return join_by_link(*link, first->span);
        if (is_lookup_ && dataset != nullptr && !dataset->column) return join_implicitly(*dataset, first->span);
        sort_arguments();
        if (predicates_.empty()) {
            context_.error("missing-argument", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" parameter \"on\" has no matching argument",
                           "write " + context_.verb() + " on(column=@other.column), …");
            return context_.give_up();
        }
        Span span;
        const ast::DatasetReference* other = find_other(all_expressions(), context_, &span);
        if (other == nullptr) {
            context_.error("wrong-arguments", predicates_.front()->span,
                           "\"" + context_.verb() + "\" needs a condition on another dataset",
                           "compare a column with @other.column");
            return context_.give_up();
        }
        if (!import(other->dataset, {span.begin, name_end(*other, span)})) return;
        check_predicates();
        finish();
    }

private:
    static std::uint32_t name_end(const ast::DatasetReference& reference, Span span) {
        return reference.column ? reference.column->span.begin - 1 : span.end;
    }

    /// `on(…)`, or predicates written bare as in old scripts; everything else makes columns.
    void sort_arguments() {
        for (const ast::Argument& argument : context_.statement.arguments) {
            const ast::Call* on = argument.name ? nullptr : argument_call(argument.value, "on");
            if (on != nullptr) {
                for (const ast::Argument& item : on->arguments) {
                    if (const ast::Call* frame = frame_call(item.value)) frame_ = frame;
                    else if (context_.check_unnamed(item)) predicates_.push_back(&item.value);
                }
            } else if (argument.name || is_column(argument.value)) {
                bindings_.push_back(&argument);
            } else {
                context_.diagnostics().warning("deprecated", argument.value.span, "a condition without on(...) is deprecated",
                                               "write on(" + std::string(context_.expressions.text(argument.value.span)) + ")");
                predicates_.push_back(&argument.value);
            }
        }
    }

    static bool is_column(const ast::Expr& expr) {
        if (std::holds_alternative<ast::Path>(expr.node)) return true;
        const auto* reference = std::get_if<ast::DatasetReference>(&expr.node);
        return reference != nullptr && reference->column.has_value();
    }

    std::vector<const ast::Expr*> all_expressions() const {
        std::vector<const ast::Expr*> expressions = predicates_;
        for (const ast::Argument* binding : bindings_) expressions.push_back(&binding->value);
        return expressions;
    }

    bool import(const std::string& name, Span span) {
        auto imported = context_.import(name, span);
        if (!imported) {
            context_.give_up();
            return false;
        }
        join_.other = std::move(*imported);
        name_ = name;
        return true;
    }

    /// What the script calls the dataset that a link names.
    std::string script_name(const std::string& target) const {
        for (const InputDataset& input : context_.expressions.input().inputs) {
            if (input.dataset == target) return input.name;
        }
        return target;
    }

    Scope scope(const OtherDataset& other) const {
        Scope scope = context_.scope();
        scope.other = &other;
        return scope;
    }

    void check_predicates() {
        const OtherDataset other{name_, join_.other.state};
        std::vector<Expr> predicates;
        for (const ast::Expr* expr : predicates_) {
            auto predicate = check_join_predicate(context_, *expr, scope(other));
            is_ok_ = is_ok_ && predicate.has_value();
            if (predicate) predicates.push_back(std::move(*predicate));
        }
        if (frame_ != nullptr) {
            join_.frame = check_frame(context_.expressions, context_.scope(), *frame_, context_.verb());
            is_ok_ = is_ok_ && join_.frame.has_value();
        }
        if (!is_ok_) return;
        join_.predicate = conjunction(predicates_.front()->span, std::move(predicates));
        join_.is_unique = covers_key(join_.predicate, join_.other.state);
        if (!is_lookup_ || join_.is_unique || join_.other.state.is_open) return;
        const auto equated = equated_columns(join_.predicate, join_.other.state);
        context_.error("not-a-key", predicates_.front()->span,
                       "target columns " + names_of(equated, join_.other.state) +
                           " must constitute a candidate/primary key of @" + name_ + " (keys: " +
                           keys_of(join_.other.state) + ")",
                       equated.empty() ? "compare with = the columns of a key"
                                       : "use leftjoin, or declare a key with set_primary_key or add_key");
        is_ok_ = false;
    }

    // --- forms of lookup ---

    void join_by_link(const ast::Link& wanted, Span span) {
        const Link* link = context_.link_argument(wanted, span);
        if (link == nullptr) return context_.give_up();
        for (std::size_t i = 1; i < context_.statement.arguments.size(); ++i) {
            bindings_.push_back(&context_.statement.arguments[i]);
        }
        const Link found = *link;
        if (!import(found.target, span)) return;
        name_ = script_name(found.target);
        std::vector<Expr> predicates;
        for (const auto& [source, target] : found.columns) {
            const Column* here = context_.state.find(source);
            const Column* there = find_column(join_.other.state, target, span, context_.diagnostics());
            if (here == nullptr || there == nullptr) return context_.give_up();
            predicates.push_back(make_call(span, Type::kBool, "op.eq", {make_column(span, *here), make_column(span, *there)}));
        }
        join_.predicate = conjunction(span, std::move(predicates));
        join_.is_unique = true;
        finish();
    }

    void join_implicitly(const ast::DatasetReference& reference, Span span) {
        if (context_.statement.arguments.size() > 1) {
            context_.error("too-many-arguments", context_.statement.arguments[1].span(),
                           "implicit lookup does not support additional arguments like explicit join predicates or column "
                           "bindings",
                           "write lookup on(…), name:@" + reference.dataset + ".column");
            return context_.give_up();
        }
        if (!import(reference.dataset, span)) return;
        const DatasetState& other = join_.other.state;
        std::vector<Expr> predicates;
        std::string missing;
        for (const ColumnId id : other.primary_key) {
            const Column* there = other.find(id);
            const Column* here = context_.state.find(there->name);
            if (here == nullptr) missing += (missing.empty() ? "" : ", ") + there->name;
            else predicates.push_back(make_call(span, Type::kBool, "op.eq", {make_column(span, *here), make_column(span, *there)}));
        }
        if (other.primary_key.empty() && !other.is_open) {
            context_.error("not-a-key", span, "implicit lookup needs a dataset with a primary key, @" + reference.dataset + " has none",
                           "write lookup on(…)");
            return context_.give_up();
        }
        if (!missing.empty() || other.is_open) {
            if (!context_.state.is_open && !other.is_open) {
                context_.error("not-a-key", span,
                               "implicit lookup requires all primary key columns in the other dataset to match columns in the "
                               "source dataset",
                               "missing columns from the source dataset: " + missing);
            }
            return context_.give_up();
        }
        join_.predicate = conjunction(span, std::move(predicates));
        join_.is_unique = true;
        for (const Column& column : other.columns) {
            const bool is_key = std::find(other.primary_key.begin(), other.primary_key.end(), column.id) != other.primary_key.end();
            const bool is_time = other.valid_from == column.id || other.valid_to == column.id;
            if (is_key || is_time) continue;
            add_binding(column.name, span, make_column(span, column));
        }
        finish();
    }

    // --- the result ---

    void add_binding(const std::string& name, Span span, std::optional<Expr> value) {
        if (context_.state.find(name) != nullptr || !names_.insert(name).second) {
            context_.error("overwritten-column", span, "attempting to overwrite existing column \"" + name + "\"",
                           "give the new column another name");
            is_ok_ = false;
            return;
        }
        Column column{.id = context_.ids.next(), .name = name, .is_broken = !value.has_value()};
        if (value) {
            column.type = value->type;
            join_.bindings.push_back({column.id, std::move(*value)});
        }
        made_.push_back(std::move(column));
    }

    void check_bindings() {
        const OtherDataset other{name_, join_.other.state};
        for (const ast::Argument* argument : bindings_) {
            std::string name;
            const auto* reference = std::get_if<ast::DatasetReference>(&argument->value.node);
            if (!argument->name && reference != nullptr && reference->column) {
                name = reference->column->text;
            } else {
                name = column_name(*argument, context_.expressions.text(argument->value.span),
                                   [&](const std::string& taken) { return names_.contains(taken); });
            }
            auto value = context_.expressions.check(argument->value, scope(other));
            add_binding(name, argument->name ? argument->name->span : argument->value.span, std::move(value));
        }
    }

    /// Reports pairs of kinds that have no result.
    bool check_kinds() {
        const DatasetState& left = context_.state;
        const DatasetState& right = join_.other.state;
        if (left.is_open || right.is_open) return true;
        const std::string_view type = join_.kind == Join::Kind::kFull ? "full_outer" : "left_outer";
        if (!left.valid_from && right.valid_from && join_.kind != Join::Kind::kInner) {
            context_.error("wrong-kind", context_.statement.verb.span,
                           "unsupported join type " + std::string(type) + " between a non-temporal and " +
                               (right.valid_to ? "interval" : "event") + " dataset",
                           "join before the aggregation, or make the other dataset a table");
            return false;
        }
        const bool one_event = is_point(left) != is_point(right);
        if (join_.kind == Join::Kind::kFull && (one_event || (left.valid_from && !right.valid_from))) {
            context_.error("wrong-kind", context_.statement.verb.span,
                           "\"fulljoin\" cannot combine " + std::string(one_event ? "an Event dataset with another kind"
                                                                                 : "a dataset that has times with a Table"),
                           "use leftjoin");
            return false;
        }
        return true;
    }

    void add_time_column(ColumnId id, DatasetState& state) {
        const Column* column = join_.other.state.find(id);
        if (column == nullptr) return;
        Column shown = *column;
        for (int i = 2; state.find(shown.name) != nullptr; ++i) shown.name = column->name + "_" + std::to_string(i);
        state.columns.push_back(std::move(shown));
    }

    static void replace(DatasetState& state, std::optional<ColumnId>& role, ColumnId id) {
        for (Column& column : state.columns) {
            if (column.id == role) column.id = id;
        }
        role = id;
    }

    void decide_time() {
        DatasetState& state = context_.state;
        const DatasetState& right = join_.other.state;
        if (is_span(state) && is_span(right)) {
            join_.valid_from = context_.ids.next();
            join_.valid_to = context_.ids.next();
            replace(state, state.valid_from, *join_.valid_from);
            replace(state, state.valid_to, *join_.valid_to);
        } else if (is_span(state) && is_point(right) && join_.kind == Join::Kind::kInner) {
            add_time_column(*right.valid_from, state);
            state.kind = DatasetKind::kEvent;
            state.valid_from = right.valid_from;
            state.valid_to.reset();
            state.grid.reset();
        } else if (!state.valid_from && right.valid_from) {
            add_time_column(*right.valid_from, state);
            state.valid_from = right.valid_from;
            if (right.valid_to) add_time_column(*right.valid_to, state);
            state.valid_to = right.valid_to;
            // A Resource promises states of a key; nobody has promised that for the pairs.
            state.kind = right.valid_to ? DatasetKind::kInterval : DatasetKind::kEvent;
        } else if (is_point(state) && join_.kind == Join::Kind::kFull) {
            join_.valid_from = context_.ids.next();
            replace(state, state.valid_from, *join_.valid_from);
        }
    }

    void finish() {
        check_bindings();
        if (!check_kinds()) is_ok_ = false;
        if (is_ok_) decide_time();
        DatasetState& state = context_.state;
        for (Column& column : made_) state.columns.push_back(std::move(column));
        if (!join_.is_unique && state.kind != DatasetKind::kResource) {
            state.primary_key.clear();
            state.candidate_keys.clear();
        }
        state.is_open = state.is_open || join_.other.state.is_open;
        context_.forget_lost_roles();
        if (!context_.check_column_count(state.columns.size())) return context_.give_up();
        if (is_ok_) context_.emit(std::move(join_));
    }

    VerbContext& context_;
    bool is_lookup_;
    bool is_ok_ = true;
    Join join_;
    std::string name_;
    const ast::Call* frame_ = nullptr;
    std::vector<const ast::Expr*> predicates_;
    std::vector<const ast::Argument*> bindings_;
    std::vector<Column> made_;
    std::set<std::string> names_;
};

}  // namespace

void check_join(VerbContext& context) {
    const std::string& verb = context.statement.canonical_verb;
    const Join::Kind kind = verb == "join" ? Join::Kind::kInner : verb == "leftjoin" ? Join::Kind::kLeft : Join::Kind::kFull;
    JoinChecker(context, kind, false).run();
}

void check_lookup(VerbContext& context) { JoinChecker(context, Join::Kind::kLeft, true).run(); }

std::optional<Expr> look_up_label(VerbContext& context, const ast::Link& wanted, Span span) {
    const Link* link = context.link_argument(wanted, span);
    auto imported = link == nullptr ? std::nullopt : context.import(link->target, span);
    if (!imported) return std::nullopt;
    const DatasetState& other = imported->state;
    if (is_span(context.state) && is_span(other)) {
        context.error("wrong-kind", span, "the label may change during a row of " + std::string(catalog::name(context.state.kind)) + " kind",
                      "use lookup ^\"" + wanted.label + "\", name:@dataset.column");
        return std::nullopt;
    }
    const std::optional<ColumnId> shown = other.label ? other.label
                                          : other.primary_key.empty() ? std::nullopt
                                                                      : std::optional(other.primary_key.front());
    const Column* label = shown ? other.find(*shown) : nullptr;
    if (label == nullptr) {
        context.error("missing-role", span, "the dataset of the link \"" + wanted.label + "\" has neither a label nor a key",
                      "declare one with set_label");
        return std::nullopt;
    }
    std::vector<Expr> predicates;
    for (const auto& [source, target] : link->columns) {
        const Column* here = context.state.find(source);
        const Column* there = find_column(other, target, span, context.diagnostics());
        if (here == nullptr || there == nullptr) return std::nullopt;
        predicates.push_back(make_call(span, Type::kBool, "op.eq", {make_column(span, *here), make_column(span, *there)}));
    }
    Join join;
    join.kind = Join::Kind::kLeft;
    join.is_unique = true;
    join.predicate = conjunction(span, std::move(predicates));
    const ColumnId column = context.ids.next();
    join.bindings.push_back({column, cast_to(make_column(span, *label), Type::kString)});
    join.other = std::move(*imported);
    context.emit(std::move(join));
    return Expr{.span = span, .type = Type::kString, .node = ColumnRef{column}, .operands = {}};
}

}  // namespace domain::opal::check
