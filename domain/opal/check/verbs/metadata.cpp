#include "domain/opal/check/verbs/metadata.hpp"

#include <algorithm>
#include <array>

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {
namespace {

void report_missing(VerbContext& context, std::string_view parameter) {
    context.error("missing-argument", context.statement.verb.span,
                  "\"" + context.verb() + "\" parameter \"" + std::string(parameter) + "\" has no matching argument");
}

/// Columns named by all arguments; nothing after reporting a mistake.
std::optional<std::vector<ColumnId>> columns_of(VerbContext& context) {
    std::vector<ColumnId> columns;
    bool is_ok = true;
    for (const ast::Argument& argument : context.statement.arguments) {
        const Column* column = context.check_unnamed(argument) ? context.column_argument(argument.value) : nullptr;
        is_ok = is_ok && column != nullptr;
        if (column != nullptr) columns.push_back(column->id);
    }
    if (context.statement.arguments.empty()) {
        report_missing(context, "column");
        is_ok = false;
    }
    if (!is_ok) return std::nullopt;
    return columns;
}

const std::string* constant_text(const ast::Expr& expr) {
    const auto* literal = std::get_if<ast::Literal>(&expr.node);
    return literal == nullptr ? nullptr : std::get_if<std::string>(&literal->value);
}

/// `"label"` or `^label`.
const std::string* label_text(const ast::Expr& expr) {
    const auto* link = std::get_if<ast::Link>(&expr.node);
    return link != nullptr ? &link->label : constant_text(expr);
}

void check_no_arguments(VerbContext& context) { context.check_argument_count({}); }

}  // namespace

void check_set_primary_key(VerbContext& context) {
    auto columns = columns_of(context);
    if (!columns) return;
    context.state.primary_key = std::move(*columns);
    context.emit(Project{});
}

void check_add_key(VerbContext& context) {
    auto columns = columns_of(context);
    if (!columns) return;
    context.state.candidate_keys.push_back(std::move(*columns));
    context.emit(Project{});
}

void check_unset_keys(VerbContext& context) {
    check_no_arguments(context);
    if (context.reject_kind(DatasetKind::kResource, "use make_event or make_interval first")) return;
    context.state.primary_key.clear();
    context.state.candidate_keys.clear();
    context.state.grouping.clear();
    context.emit(Project{});
}

void check_set_label(VerbContext& context) {
    if (!context.check_argument_count({"column"}) || !context.check_unnamed(context.statement.arguments.front())) return;
    const ast::Expr& expr = context.statement.arguments.front().value;
    const Column* column = context.column_argument(expr);
    if (column == nullptr || column->is_broken) return;
    if (column->type != Type::kString) {
        return context.expressions.report_type(context.verb(), 1, "column", type_bit(Type::kString), make_column(expr.span, *column));
    }
    context.state.label = column->id;
    context.emit(Project{});
}

// `set_link "Label", src:@target.dst` or `src=@target.dst`
void check_set_link(VerbContext& context) {
    const auto& arguments = context.statement.arguments;
    Link link;
    std::size_t first = 0;
    if (!arguments.empty() && !arguments.front().name) {
        if (const std::string* label = label_text(arguments.front().value)) {
            link.label = *label;
            first = 1;
        }
    }
    if (arguments.size() == first) return report_missing(context, "src:@target.dst");
    std::optional<Import> target;
    std::string name;  // what the script calls it
    for (std::size_t i = first; i < arguments.size(); ++i) {
        const ast::Argument& argument = arguments[i];
        const auto* operation = std::get_if<ast::Operation>(&argument.value.node);
        const bool is_equation = !argument.name && operation != nullptr && operation->op == ast::Operator::kEqual;
        const ast::Expr& right = is_equation ? argument.value.operands[1] : argument.value;
        const auto* reference = std::get_if<ast::DatasetReference>(&right.node);
        if ((!argument.name && !is_equation) || reference == nullptr || !reference->column) {
            return context.error("wrong-arguments", argument.span(), "\"" + context.verb() + "\" needs pairs column:@target.column");
        }
        const Column* source = is_equation ? context.column_argument(argument.value.operands[0])
                                           : find_column(context.state, argument.name->text, argument.name->span, context.diagnostics());
        if (target && reference->dataset != name) {
            return context.error("wrong-arguments", right.span, "a link names one other dataset, \"@" + name + "\"");
        }
        if (!target) target = context.import(reference->dataset, {right.span.begin, reference->column->span.begin - 1});
        if (!target || source == nullptr) return;
        name = reference->dataset;
        if (find_column(target->state, reference->column->text, reference->column->span, context.diagnostics()) == nullptr) return;
        link.columns.push_back({source->id, reference->column->text});
    }
    if (link.label.empty()) {
        const Column* label = target->state.label ? target->state.find(*target->state.label) : nullptr;
        link.label = label != nullptr ? label->name : name;
    }
    link.target = target->dataset.empty() ? name : target->dataset;
    std::erase_if(context.state.links, [&](const Link& old) { return old.label == link.label; });
    context.state.links.push_back(std::move(link));
    context.emit(Project{});
}

void check_unset_link(VerbContext& context) {
    if (context.statement.arguments.empty()) return report_missing(context, "label");
    for (const ast::Argument& argument : context.statement.arguments) {
        const std::string* label = argument.name ? nullptr : label_text(argument.value);
        if (label == nullptr) {
            return context.error("wrong-arguments", argument.span(), "\"" + context.verb() + "\" takes labels of links: \"Label\"");
        }
        std::erase_if(context.state.links, [&](const Link& link) { return link.label == *label; });
    }
    context.emit(Project{});
}

void check_unset_all_links(VerbContext& context) {
    check_no_arguments(context);
    context.state.links.clear();
    context.emit(Project{});
}

namespace {

/// A role that an interface asks for.
struct RoleSpec {
    std::string_view interface;
    std::string_view role;
    TypeSet types;
    bool is_required;
};
constexpr std::array kRoles = {
    RoleSpec{"log", "log", type_bit(Type::kString), true},
    RoleSpec{"metric", "metric", type_bit(Type::kString), true},
    RoleSpec{"metric", "value", kNumericTypes, false},
    RoleSpec{"metric", "tdigestValue", type_bit(Type::kTdigest), false},
    RoleSpec{"metric", "histogramValue", type_bit(Type::kHistogram) | type_bit(Type::kObject), false},
    RoleSpec{"metric", "exponentialHistogramValue", type_bit(Type::kExponentialHistogram) | type_bit(Type::kObject), false},
    RoleSpec{"metric", "objectValue", type_bit(Type::kObject), false},
};

class InterfaceChecker {
public:
    explicit InterfaceChecker(VerbContext& context) : context_(context) {}

    void run() {
        const auto& arguments = context_.statement.arguments;
        if (arguments.empty()) return report_missing(context_, "name");
        const std::string* name = arguments.front().name ? nullptr : constant_text(arguments.front().value);
        if (name == nullptr) {
            return context_.error("wrong-type", arguments.front().span(),
                                  "\"" + context_.verb() + "\" argument 1 (\"name\") must be a constant string");
        }
        made_.name = *name;
        bool is_ok = true;
        for (std::size_t i = 1; i < arguments.size(); ++i) is_ok = add(arguments[i]) && is_ok;
        if (!is_ok || context_.state.is_open || !complete(arguments.front().value.span)) return;
        std::erase_if(context_.state.interfaces, [&](const Interface& old) { return old.name == made_.name; });
        context_.state.interfaces.push_back(std::move(made_));
        context_.emit(Project{});
    }

private:
    bool add(const ast::Argument& argument) {
        if (!argument.name) {
            context_.error("wrong-arguments", argument.span(), "\"" + context_.verb() + "\" needs pairs role:column");
            return false;
        }
        const Column* column = context_.column_argument(argument.value);
        if (column == nullptr || column->is_broken) return false;
        for (const RoleSpec& spec : kRoles) {
            if (spec.interface != made_.name || spec.role != argument.name->text || contains(spec.types, column->type)) continue;
            context_.expressions.report_type("interface", made_.roles.size() + 2, spec.role, spec.types,
                                             make_column(argument.value.span, *column));
            return false;
        }
        made_.roles.push_back({argument.name->text, column->id});
        return true;
    }

    /// Roles that were left out are taken by columns of that name and type.
    bool complete(Span span) {
        bool is_complete = true;
        for (const RoleSpec& spec : kRoles) {
            if (spec.interface != made_.name || made_.find(spec.role)) continue;
            const Column* column = context_.state.find(spec.role);
            if (column != nullptr && contains(spec.types, column->type)) {
                made_.roles.push_back({std::string(spec.role), column->id});
            } else if (spec.is_required) {
                context_.error("missing-role", span,
                               "interface \"" + made_.name + "\" needs a column for role \"" + std::string(spec.role) + "\" of type " +
                                   describe(spec.types),
                               "write " + std::string(spec.role) + ":column");
                is_complete = false;
            }
        }
        if (made_.name == "metric" && is_complete && made_.roles.size() < 2) {
            context_.error("missing-role", span, "interface \"metric\" needs a column with values", "write value:column");
            is_complete = false;
        }
        return is_complete;
    }

    VerbContext& context_;
    Interface made_;
};

}  // namespace

void check_interface(VerbContext& context) { InterfaceChecker(context).run(); }

void check_drop_interface(VerbContext& context) {
    if (context.statement.arguments.empty()) return report_missing(context, "name");
    for (const ast::Argument& argument : context.statement.arguments) {
        const std::string* name = argument.name ? nullptr : constant_text(argument.value);
        if (name == nullptr) {
            return context.error("wrong-arguments", argument.span(), "\"" + context.verb() + "\" takes names of interfaces: \"log\"");
        }
        std::erase_if(context.state.interfaces, [&](const Interface& interface) { return interface.name == *name; });
    }
    context.forget_lost_roles();
    context.emit(Project{});
}

// set_col_visible, set_col_enum, set_col_searchable, set_col_immutable: column:constant
void check_set_col(VerbContext& context) {
    const std::string& verb = context.statement.canonical_verb;
    bool Column::*flag = verb == "set_col_visible"      ? &Column::is_visible
                         : verb == "set_col_enum"       ? &Column::is_enum
                         : verb == "set_col_searchable" ? &Column::is_searchable
                                                        : &Column::is_immutable;
    if (context.statement.arguments.empty()) return report_missing(context, "column:bool");
    for (const ast::Argument& argument : context.statement.arguments) {
        if (!argument.name) {
            context.error("wrong-arguments", argument.span(), "\"" + context.verb() + "\" needs pairs column:true or column:false");
            continue;
        }
        const Column* column = find_column(context.state, argument.name->text, argument.name->span, context.diagnostics());
        const auto value = context.expressions.check_constant(argument.value, context.scope(), Type::kBool, context.verb(), 1,
                                                              argument.name->text);
        if (column == nullptr || !value) continue;
        for (Column& each : context.state.columns) {
            if (each.id == column->id) each.*flag = *constant<bool>(*value);
        }
    }
    context.emit(Project{});
}

// The alias is a name for user interfaces; nothing here reads it.
void check_set_dataset_alias(VerbContext& context) {
    if (!context.check_argument_count({"alias"})) return;
    const auto alias = context.expressions.check_constant(context.statement.arguments.front().value, context.scope(), Type::kString,
                                                          context.verb(), 1, "alias");
    if (alias) context.emit(Project{});
}

void check_make_table(VerbContext& context) {
    check_no_arguments(context);
    DatasetState& state = context.state;
    state.kind = DatasetKind::kTable;
    state.valid_from.reset();
    state.valid_to.reset();
    state.primary_key.clear();
    state.candidate_keys.clear();
    state.grouping.clear();
    state.grid.reset();
    context.emit(Project{});
}

void check_unsort(VerbContext& context) {
    check_no_arguments(context);
    context.state.order.clear();
    context.emit(Project{});
}

}  // namespace domain::opal::check
