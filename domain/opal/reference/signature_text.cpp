#include "domain/opal/reference/signature_text.hpp"

namespace domain::opal::reference {
namespace {

using catalog::Type;
using check::type_bit;
using check::TypeSet;

constexpr int kTypes = static_cast<int>(Type::kExponentialHistogram) + 1;
constexpr TypeSet kAny = (TypeSet{1} << kTypes) - 1;
constexpr TypeSet kNumericTypes = type_bit(Type::kInt64) | type_bit(Type::kFloat64) | type_bit(Type::kNumeric);

std::string types_text(TypeSet types) {
    if ((types & kAny) == kAny) return "any";
    std::string text;
    const auto append = [&text](std::string_view name) { text += (text.empty() ? "" : " or ") + std::string(name); };
    if ((types & kNumericTypes) == kNumericTypes) {
        append("num");
        types &= ~kNumericTypes;
    }
    for (int i = 0; i < kTypes; ++i) {
        if ((types & type_bit(static_cast<Type>(i))) != 0) append(catalog::name(static_cast<Type>(i)));
    }
    return text;
}

std::string type_text(const check::Parameter& parameter) {
    if (parameter.is_regex) return "regex";
    if (parameter.is_text) return "text";
    const std::string types = types_text(parameter.accepts);
    if (!parameter.is_generic) return types;
    return types == "any" ? "T" : "T of " + types;
}

}  // namespace

std::string signature_text(std::string_view name, const check::Overload& overload) {
    std::string text;
    for (const check::Parameter& parameter : overload.parameters) {
        std::string one = std::string(parameter.name) + ": " + (parameter.is_constant ? "const " : "") + type_text(parameter);
        const bool has_brackets = parameter.is_optional || parameter.is_repeated;
        if (has_brackets) one = "[" + one + "]" + (!parameter.is_repeated ? "?" : parameter.is_optional ? "*" : "+");
        text += (text.empty() ? "" : ", ") + one;
    }
    const bool is_symbol = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string_view::npos;
    return (is_symbol ? "" : std::string(name)) + "(" + text + ") -> " +
           (overload.result_is_generic ? "T" : std::string(catalog::name(overload.result)));
}

std::string_view kind_name(check::FunctionKind kind) {
    switch (kind) {
        case check::FunctionKind::kOperator: return "operator";
        case check::FunctionKind::kAggregate: return "aggregate";
        case check::FunctionKind::kArgument: return "argument";
        default: return "scalar";
    }
}

}  // namespace domain::opal::reference
