#include "domain/opal/check/verbs/make_resource.hpp"

#include <algorithm>
#include <set>

#include "domain/opal/check/options.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr std::int64_t kDefaultExpiryOfResources = 86'400'000'000'000;
constexpr const char* kValidFrom = "valid_from";
constexpr const char* kValidTo = "valid_to";

class MakeResourceChecker {
public:
    explicit MakeResourceChecker(VerbContext& context) : context_(context) {}

    void run() {
        if (context_.reject_kind(DatasetKind::kTable, "use \"make_event\" first") ||
            context_.reject_kind(DatasetKind::kResource, "it is one already")) {
            return context_.give_up();
        }
        sort_arguments();
        check_settings();
        for (const ast::Argument* argument : columns_) add_listed(*argument);
        make_keys();
        if (is_ok_ && columns_.empty()) list_all();
        if (!is_ok_ || context_.state.is_open) return context_.give_up();
        finish();
    }

private:
    void sort_arguments() {
        for (const ast::Argument& argument : context_.statement.arguments) {
            const auto take = [&](const ast::Call*& place, std::string_view function) {
                const ast::Call* call = argument.name ? nullptr : argument_call(argument.value, function);
                if (call == nullptr) return false;
                context_.expressions.resolve_function(call->function);
                if (place != nullptr) {
                    fail("wrong-arguments", call->function.span,
                         "\"" + context_.verb() + "\" takes " + std::string(function) + "(...) once");
                }
                place = call;
                return true;
            };
            const bool is_setting = take(options_, "options") || take(key_, "primary_key") || take(valid_for_, "valid_for");
            if (!is_setting) columns_.push_back(&argument);
        }
    }

    void check_settings() {
        node_.expiry_ns = kDefaultExpiryOfResources;
        if (options_ != nullptr) {
            const auto options = check_options(context_, *options_, {{"expiry", Type::kDuration}});
            is_ok_ = is_ok_ && options && check_positive(context_, *options, "expiry");
            if (options) node_.expiry_ns = duration_option(*options, "expiry", kDefaultExpiryOfResources);
        }
        if (valid_for_ != nullptr) {
            if (valid_for_->arguments.size() != 1) {
                return fail("wrong-arguments", valid_for_->function.span, "\"valid_for\" takes one duration");
            }
            node_.lifetime = context_.expressions.check_typed(valid_for_->arguments.front().value, context_.scope(),
                                                              Type::kDuration, "valid_for", 1, "duration");
            is_ok_ = is_ok_ && node_.lifetime.has_value();
        } else if (context_.state.valid_to && context_.state.find(*context_.state.valid_to) != nullptr) {
            const Span span = context_.statement.span;
            std::vector<Expr> times;
            times.push_back(make_column(span, *context_.state.find(*context_.state.valid_to)));
            times.push_back(make_column(span, *context_.state.find(*context_.state.valid_from)));
            node_.lifetime = make_call(span, Type::kDuration, "op.sub", std::move(times));
        }
    }

    /// A column of the output: one of the input, or a computed one.
    std::optional<Column> output_column(const ast::Argument& argument) {
        if (!argument.name) {
            const Column* column = context_.column_argument(argument.value);
            if (column == nullptr || column->is_broken) is_ok_ = false;
            return column == nullptr ? std::nullopt : std::optional(*column);
        }
        auto value = context_.expressions.check(argument.value, context_.scope());
        Column column{.id = context_.ids.next(), .name = argument.name->text, .is_broken = !value.has_value()};
        is_ok_ = is_ok_ && value.has_value();
        if (value) {
            column.type = value->type;
            made_.push_back(column);
            bindings_.bindings.push_back({column.id, std::move(*value)});
        }
        return column;
    }

    void add_listed(const ast::Argument& argument) {
        if (!argument.name && plain_column(argument.value) == nullptr &&
            !std::holds_alternative<ast::DatasetReference>(argument.value.node)) {
            return fail("wrong-arguments", argument.value.span, "\"" + context_.verb() + "\" makes columns with names: name:expression",
                        "settings are options(...), primary_key(...) and valid_for(...)");
        }
        const auto column = output_column(argument);
        if (!column) return;
        claim(column->name, argument.name ? argument.name->span : argument.value.span);
        listed_.push_back(*column);
    }

    void claim(const std::string& name, Span span) {
        if (names_.insert(name).second && name != kValidFrom && name != kValidTo) return;
        fail("duplicate-name", span, "\"" + context_.verb() + "\" cannot create column \"" + name + "\" more than once");
    }

    void make_keys() {
        if (key_ == nullptr) return inherit_key();
        if (key_->arguments.empty()) fail("missing-argument", key_->function.span, "\"primary_key\" needs a column");
        for (const ast::Argument& argument : key_->arguments) {
            const std::string* name = argument.name ? nullptr : plain_column(argument.value);
            const auto listed = std::find_if(listed_.begin(), listed_.end(),
                                             [&](const Column& column) { return name != nullptr && column.name == *name; });
            if (listed != listed_.end()) {
                add_key(*listed, argument.value.span);
                continue;
            }
            const auto column = output_column(argument);
            if (!column) continue;
            claim(column->name, argument.name ? argument.name->span : argument.value.span);
            add_key(*column, argument.value.span);
        }
    }

    void inherit_key() {
        const DatasetState& state = context_.state;
        if (state.primary_key.empty() && !state.is_open) {
            return fail("missing-argument", context_.statement.verb.span, "\"" + context_.verb() + "\" needs a primary key",
                        "add primary_key(column)");
        }
        for (const ColumnId id : state.primary_key) {
            const Column* column = state.find(id);
            if (column == nullptr) continue;
            const bool is_listed =
                std::any_of(listed_.begin(), listed_.end(), [&](const Column& each) { return each.id == column->id; });
            if (!is_listed) claim(column->name, context_.statement.verb.span);
            keys_.push_back(*column);
        }
    }

    void add_key(const Column& column, Span span) {
        if (context_.is_time_column(column.id)) {
            return fail("protected-column", span, "cannot use " + context_.describe_time_column(column) + " as a key");
        }
        if (is_key(column)) {
            return fail("duplicate-name", span, "column \"" + column.name + "\" is in the key more than once");
        }
        keys_.push_back(column);
    }

    bool is_key(const Column& column) const {
        return std::any_of(keys_.begin(), keys_.end(), [&](const Column& key) { return key.id == column.id; });
    }

    /// Without a list all columns are part of the state; the times say when it holds.
    void list_all() {
        for (const Column& column : context_.state.columns) {
            if (context_.is_time_column(column.id) || is_key(column)) continue;
            claim(column.name, context_.statement.verb.span);
            listed_.push_back(column);
        }
    }

    void finish() {
        DatasetState& state = context_.state;
        if (!bindings_.bindings.empty()) {
            for (const Column& column : made_) state.columns.push_back(column);
            context_.emit(std::move(bindings_));
        }
        node_.valid_from = context_.ids.next();
        node_.valid_to = context_.ids.next();
        state.kind = DatasetKind::kResource;
        state.columns.clear();
        state.columns.push_back({.id = node_.valid_from, .name = kValidFrom, .type = Type::kTimestamp});
        state.columns.push_back({.id = node_.valid_to, .name = kValidTo, .type = Type::kTimestamp});
        state.valid_from = node_.valid_from;
        state.valid_to = node_.valid_to;
        for (const Column& key : keys_) {
            state.columns.push_back(key);
            node_.keys.push_back(key.id);
        }
        for (const Column& column : listed_) {
            if (is_key(column)) continue;
            state.columns.push_back(column);
            node_.values.push_back(column.id);
        }
        state.primary_key = node_.keys;
        state.candidate_keys.clear();
        state.grouping.clear();
        state.grid.reset();
        state.order.clear();
        context_.forget_lost_roles();
        if (!context_.check_column_count(state.columns.size())) return context_.give_up();
        context_.emit(std::move(node_));
    }

    void fail(std::string_view code, Span span, std::string message, std::string hint = {}) {
        context_.error(code, span, std::move(message), std::move(hint));
        is_ok_ = false;
    }

    VerbContext& context_;
    bool is_ok_ = true;
    const ast::Call* options_ = nullptr;
    const ast::Call* key_ = nullptr;
    const ast::Call* valid_for_ = nullptr;
    std::vector<const ast::Argument*> columns_;
    std::set<std::string> names_;
    std::vector<Column> listed_;
    std::vector<Column> keys_;
    std::vector<Column> made_;
    MakeColumns bindings_;
    MakeResource node_;
};

}  // namespace

void check_make_resource(VerbContext& context) { MakeResourceChecker(context).run(); }

}  // namespace domain::opal::check
