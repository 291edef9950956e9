#include "domain/opal/check/verbs/lookup_ip_info.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "domain/opal/check/other_dataset.hpp"
#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

constexpr const char* kInput = "ip_info";

/// Addresses that mean nothing outside of one network: private, shared, loopback, link-local (RFC 6890).
constexpr std::array kPrivate{
    Ipv4Network{0x0A000000, 0xFF000000}, Ipv4Network{0xAC100000, 0xFFF00000}, Ipv4Network{0xC0A80000, 0xFFFF0000},
    Ipv4Network{0x64400000, 0xFFC00000}, Ipv4Network{0x7F000000, 0xFF000000}, Ipv4Network{0xA9FE0000, 0xFFFF0000},
};

class IpInfoChecker {
public:
    explicit IpInfoChecker(VerbContext& context) : context_(context) {}

    void run() {
        const auto& arguments = context_.statement.arguments;
        if (!arguments.empty()) check_address(arguments.front());
        const bool has_data = import_data();
        if (arguments.size() < 2) {
            context_.error("missing-argument", context_.statement.verb.span,
                           "\"" + context_.verb() + "\" parameter \"" + (arguments.empty() ? "ip" : "column") +
                               "\" has no matching argument",
                           "write " + context_.verb() + " ip, country:@ip_info.geo.country");
            is_ok_ = false;
        }
        for (std::size_t i = 1; i < arguments.size(); ++i) add_binding(arguments[i]);
        if (!is_ok_) return context_.give_up();
        for (Column& column : made_) context_.state.columns.push_back(std::move(column));
        if (!context_.check_column_count(context_.state.columns.size())) return context_.give_up();
        if (has_data) join();
        else make_nulls();
    }

private:
    void check_address(const ast::Argument& first) {
        if (!context_.check_unnamed(first)) {
            is_ok_ = false;
            return;
        }
        address_ = context_.expressions.check_typed(first.value, context_.scope(), Type::kIpv4, context_.verb(), 1, "ip");
        is_ok_ = is_ok_ && address_.has_value();
    }

    /// The reference data, or what is known of it without: a column `geo`.
    bool import_data() {
        const auto& inputs = context_.expressions.input().inputs;
        const bool is_bound = std::any_of(inputs.begin(), inputs.end(), [](const InputDataset& input) { return input.name == kInput; });
        if (!is_bound) {
            join_.other.state.columns.push_back({.id = context_.ids.next(), .name = "geo", .type = Type::kObject});
            context_.diagnostics().warning("no-ip-info", context_.statement.verb.span,
                                           "there is no geolocation data: all columns of \"" + context_.verb() + "\" are null",
                                           "bind a Table as @ip_info, with columns first and last of type ipv4");
            return false;
        }
        const Span span = context_.statement.verb.span;
        auto imported = context_.import(kInput, span);
        if (!imported) return false;
        join_.other = std::move(*imported);
        const DatasetState& data = join_.other.state;
        for (const auto& [place, name] : {std::pair{&first_, "first"}, std::pair{&last_, "last"}}) {
            const Column* column = data.find(name);
            if (column != nullptr) *place = *column;
        }
        if (data.kind == DatasetKind::kTable && first_.type == Type::kIpv4 && last_.type == Type::kIpv4) return true;
        context_.error("wrong-kind", span, "@ip_info must be a Table with columns first and last of type ipv4");
        is_ok_ = false;
        return false;
    }

    void add_binding(const ast::Argument& argument) {
        if (!argument.name) {
            context_.error("wrong-arguments", argument.span(), "\"" + context_.verb() + "\" makes columns with names: name:@ip_info.path");
            is_ok_ = false;
            return;
        }
        const OtherDataset other{kInput, join_.other.state};
        Scope scope = context_.scope();
        scope.other = &other;
        auto value = check_path(argument, scope);
        if (context_.state.find(argument.name->text) != nullptr || !names_.insert(argument.name->text).second) {
            context_.error("overwritten-column", argument.name->span,
                           "attempting to overwrite existing column \"" + argument.name->text + "\"", "give the new column another name");
            is_ok_ = false;
        }
        is_ok_ = is_ok_ && value.has_value();
        if (!value) return;
        const ColumnId id = context_.ids.next();
        made_.push_back({.id = id, .name = argument.name->text, .type = value->type});
        join_.bindings.push_back({id, std::move(*value)});
    }

    std::optional<Expr> check_path(const ast::Argument& argument, const Scope& scope) {
        const auto* reference = std::get_if<ast::DatasetReference>(&argument.value.node);
        if (reference != nullptr && !reference->column && reference->dataset == kInput) {
            context_.error("wrong-arguments", argument.value.span, "@ip_info is not a value", "name a part of it: @ip_info.geo.country");
            return std::nullopt;
        }
        return context_.expressions.check(argument.value, scope);
    }

    void make_nulls() {
        MakeColumns nulls;
        for (Binding& binding : join_.bindings) {
            nulls.bindings.push_back({binding.column, make_literal(binding.value.span, binding.value.type, Null{})});
        }
        context_.emit(std::move(nulls));
    }

    /// Rows of the data whose range holds the address; none for private ones.
    void join() {
        const Span span = address_->span;
        const auto compare = [&](std::string_view function, const Column& column) {
            std::vector<Expr> sides;
            sides.push_back(*address_);
            sides.push_back(make_column(span, column));
            return make_call(span, Type::kBool, function, std::move(sides));
        };
        std::vector<Expr> conditions;
        conditions.push_back(compare("op.gte", first_));
        conditions.push_back(compare("op.lte", last_));
        for (const Ipv4Network& network : kPrivate) {
            Expr outside{.span = span, .type = Type::kBool, .node = SearchMatch{network, false, true}, .operands = {}};
            outside.operands.push_back(*address_);
            conditions.push_back(std::move(outside));
        }
        join_.kind = Join::Kind::kLeft;
        join_.predicate = conjunction(span, std::move(conditions));
        join_.is_unique = true;
        context_.emit(std::move(join_));
    }

    VerbContext& context_;
    bool is_ok_ = true;
    std::optional<Expr> address_;
    Join join_;
    Column first_;
    Column last_;
    std::vector<Column> made_;
    std::set<std::string> names_;
};

}  // namespace

void check_lookup_ip_info(VerbContext& context) { IpInfoChecker(context).run(); }

}  // namespace domain::opal::check
