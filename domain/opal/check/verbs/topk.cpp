#include "domain/opal/check/verbs/topk.hpp"

#include <algorithm>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr const char* kRank = "_c_rank";

class TopKChecker {
public:
    TopKChecker(VerbContext& context, bool is_bottom) : context_(context) { node_.is_bottom = is_bottom; }

    void run() {
        sort_arguments();
        if (!is_ok_ || count_ == nullptr) {
            if (count_ == nullptr && is_ok_) {
                context_.error("missing-argument", context_.statement.verb.span,
                               "\"" + context_.verb() + "\" parameter \"k\" has no matching argument");
            }
            return finish(false);
        }
        const auto count = context_.expressions.check_constant(count_->value, context_.scope(), Type::kInt64, context_.verb(), 1, "k");
        if (count && *constant<std::int64_t>(*count) < 0) {
            context_.error("out-of-range", count->span, "\"" + context_.verb() + "\" argument 1 must not be negative");
            is_ok_ = false;
        }
        is_ok_ = is_ok_ && count.has_value();
        if (count) node_.count = *constant<std::int64_t>(*count);
        make_groups();
        if (score_ != nullptr) check_score();
        else if (is_ok_) default_score();
        finish(is_ok_);
    }

private:
    void sort_arguments() {
        for (const ast::Argument& argument : context_.statement.arguments) {
            const ast::Call* group = argument.name ? nullptr : argument_call(argument.value, "group_by");
            if (group != nullptr) {
                group_ = group;
            } else if (count_ == nullptr) {
                is_ok_ = context_.check_unnamed(argument) && is_ok_;
                count_ = &argument;
            } else if (score_ == nullptr) {
                score_ = &argument;
            } else {
                context_.error("too-many-arguments", argument.span(),
                               "\"" + context_.verb() + "\" takes a count, a score and group_by(...)");
                is_ok_ = false;
            }
        }
    }

    void make_groups() {
        const DatasetState& state = context_.state;
        if (group_ != nullptr) {
            for (const ast::Argument& item : group_->arguments) {
                auto key = context_.expressions.check(item.value, context_.scope());
                is_ok_ = is_ok_ && key.has_value();
                if (!key) continue;
                if (const auto* reference = std::get_if<ColumnRef>(&key->node)) {
                    groups_.push_back({item.name ? item.name->text : state.find(reference->column)->name, reference->column, key->type, false});
                }
                node_.keys.push_back(std::move(*key));
            }
            return;
        }
        for (const ColumnId id : state.primary_key) {
            const Column* column = state.find(id);
            if (column == nullptr) continue;
            groups_.push_back({column->name, id, column->type, false});
            node_.keys.push_back(make_column(context_.statement.verb.span, *column));
        }
        node_.each_row = node_.keys.empty();
    }

    void check_score() {
        Scope scope = context_.scope();
        scope.keys = &groups_;
        auto score = context_.expressions.check(score_->value, scope);
        if (score && !is_ordered(score->type)) {
            context_.error("wrong-type", score_->value.span,
                           "\"" + context_.verb() + "\" cannot order by values of type " + std::string(catalog::name(score->type)));
            score.reset();
        }
        is_ok_ = is_ok_ && score.has_value();
        if (score) node_.score = std::move(*score);
    }

    /// The first numeric column outside of the groups, if there is one.
    void default_score() {
        for (const Column& column : context_.state.columns) {
            const bool is_key = std::any_of(groups_.begin(), groups_.end(), [&](const GroupKey& k) { return k.column == column.id; });
            if (is_key || !is_numeric(column.type)) continue;
            const Span span = context_.statement.verb.span;
            Expr score{.span = span, .type = column.type, .node = Aggregate{node_.is_bottom ? "min" : "max", {}}, .operands = {}};
            score.operands.push_back(make_column(span, column));
            node_.score = std::move(score);
            return;
        }
    }

    void finish(bool is_ok) {
        DatasetState& state = context_.state;
        node_.rank = context_.ids.next();
        // The rank of an earlier topk goes.
        std::erase_if(state.columns, [](const Column& column) { return column.name == kRank; });
        state.columns.push_back({.id = node_.rank, .name = kRank, .type = Type::kInt64});
        state.order = {{node_.rank, false, false}};
        context_.forget_lost_roles();
        if (is_ok) context_.emit(std::move(node_));
    }

    VerbContext& context_;
    TopK node_;
    const ast::Argument* count_ = nullptr;
    const ast::Argument* score_ = nullptr;
    const ast::Call* group_ = nullptr;
    std::vector<GroupKey> groups_;
    bool is_ok_ = true;
};

}  // namespace

void check_topk(VerbContext& context) { TopKChecker(context, false).run(); }
void check_bottomk(VerbContext& context) { TopKChecker(context, true).run(); }

}  // namespace domain::opal::check
