#include "domain/opal/check/time_frame.hpp"

#include "domain/opal/check/types.hpp"

namespace domain::opal::check {

const ast::Call* frame_call(const ast::Expr& expr) {
    const auto* call = std::get_if<ast::Call>(&expr.node);
    if (call == nullptr) return nullptr;
    const std::string_view name = ExpressionChecker::canonical_function(call->function.text);
    return name == "frame" || name == "frame_exact" ? call : nullptr;
}

std::optional<Frame> check_frame(ExpressionChecker& expressions, const Scope& scope, const ast::Call& call,
                                 const std::string& verb) {
    Frame frame;
    bool is_ok = true;
    for (const ast::Argument& argument : call.arguments) {
        const std::string name = argument.name ? argument.name->text : "";
        if (name == "start" || name == "end") {
            expressions.diagnostics().error("not-supported", argument.name->span,
                                            "frame(" + name + ":...) is not supported in \"" + verb + "\"",
                                            "use back and ahead");
            is_ok = false;
            continue;
        }
        if (name != "back" && name != "ahead") {
            expressions.diagnostics().error("unknown-option", argument.name ? argument.name->span : argument.value.span,
                                            "\"frame\" takes back:duration and ahead:duration");
            is_ok = false;
            continue;
        }
        const auto duration =
            expressions.check_constant(argument.value, scope, Type::kDuration, "frame", name == "back" ? 1 : 2, name);
        const std::int64_t length = duration ? constant<DurationValue>(*duration)->nanoseconds : -1;
        if (duration && length < 0) {
            expressions.diagnostics().error("out-of-range", argument.value.span, "\"" + name + "\" must not be negative");
        }
        is_ok = is_ok && length >= 0;
        (name == "back" ? frame.back_ns : frame.ahead_ns) = length;
    }
    return is_ok ? std::optional(frame) : std::nullopt;
}

}  // namespace domain::opal::check
