#include "domain/opal/check/options.hpp"

#include <algorithm>

#include "domain/opal/check/types.hpp"
#include "domain/opal/source/nearest_name.hpp"

namespace domain::opal::check {

std::optional<std::map<std::string, Expr>> check_options(VerbContext& context, const ast::Call& call,
                                                         const std::vector<OptionSpec>& known) {
    std::map<std::string, Expr> values;
    bool is_ok = true;
    for (const ast::Argument& option : call.arguments) {
        const std::string value_text(context.expressions.text(option.value.span));
        const std::string name = option.name ? option.name->text : value_text;
        const auto spec = std::find_if(known.begin(), known.end(), [&](const OptionSpec& each) { return each.name == name; });
        if (!option.name || spec == known.end()) {
            std::string list;
            std::vector<std::string_view> names;
            for (const OptionSpec& each : known) {
                list += (list.empty() ? "" : ", ") + std::string(each.name);
                names.push_back(each.name);
            }
            const std::string hint = name == "frame" ? "frame(...) is a separate argument: frame(back:" + value_text + ")"
                                                     : source::did_you_mean(name, names);
            context.error("unknown-option", option.name ? option.name->span : option.value.span,
                          "unknown option \"" + name + "\" for \"" + context.verb() + "\" (known: " + list + ")", hint);
            is_ok = false;
            continue;
        }
        auto value = context.expressions.check_constant(option.value, context.scope(), spec->type, "options", 1, name);
        if (value && !values.emplace(name, std::move(*value)).second) {
            context.error("duplicate-name", option.name->span, "option \"" + name + "\" is given more than once");
            is_ok = false;
        }
        is_ok = is_ok && value.has_value();
    }
    if (!is_ok) return std::nullopt;
    return values;
}

std::int64_t duration_option(const std::map<std::string, Expr>& options, const std::string& name, std::int64_t otherwise) {
    const auto found = options.find(name);
    return found == options.end() ? otherwise : constant<DurationValue>(found->second)->nanoseconds;
}

std::optional<std::int64_t> int_option(const std::map<std::string, Expr>& options, const std::string& name) {
    const auto found = options.find(name);
    if (found == options.end()) return std::nullopt;
    return *constant<std::int64_t>(found->second);
}

bool check_positive(VerbContext& context, const std::map<std::string, Expr>& options, const std::string& name) {
    const auto found = options.find(name);
    if (found == options.end()) return true;
    const auto* number = constant<std::int64_t>(found->second);
    const auto* duration = constant<DurationValue>(found->second);
    if ((number != nullptr && *number > 0) || (duration != nullptr && duration->nanoseconds > 0)) return true;
    context.error("out-of-range", found->second.span, "option \"" + name + "\" must be greater than zero");
    return false;
}

bool bool_option(const std::map<std::string, Expr>& options, const std::string& name) {
    const auto found = options.find(name);
    return found != options.end() && *constant<bool>(found->second);
}

}  // namespace domain::opal::check
