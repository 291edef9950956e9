// Constant arguments of which only some values have a meaning.
#include <algorithm>
#include <array>
#include <limits>

#include "domain/opal/check/expression_checker.hpp"
#include "domain/opal/check/types.hpp"
#include "domain/opal/jmespath/jmespath.hpp"

namespace domain::opal::check {
namespace {

/// Argument number `argument` (from 0), a number, lies between `min` and `max`.
struct Range {
    std::string_view function;
    std::size_t argument;
    Type type;
    double min;
    double max;
};
constexpr std::array kRanges{
    Range{"ewma", 1, Type::kInt64, 1, 20},
    Range{"ewma", 2, Type::kFloat64, 0, 1},
    Range{"histogram_quantile", 1, Type::kFloat64, 0, 1},
    Range{"otel_exponential_histogram_quantile", 1, Type::kFloat64, 0, 1},
    Range{"otel_histogram_quantile", 1, Type::kFloat64, 0, 1},
    Range{"percentile", 1, Type::kFloat64, 0, 1},
    Range{"percentile_cont", 1, Type::kFloat64, 0, 1},
    Range{"percentile_disc", 1, Type::kFloat64, 0, 1},
    Range{"prom_quantile", 1, Type::kFloat64, 0, 1},
    Range{"tdigest_quantile", 1, Type::kFloat64, 0, 1},
    Range{"topk_agg", 1, Type::kInt64, 1, 10'000},
};
constexpr std::array<std::int64_t, 4> kSha2Bits{224, 256, 384, 512};

double number_or_nan(const Expr& expr) {
    const auto* whole = constant<std::int64_t>(expr);
    if (whole != nullptr) return static_cast<double>(*whole);
    const auto* value = constant<double>(expr);
    return value != nullptr ? *value : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

/// False after reporting an argument out of range; those in range get the type that the function computes with.
bool ExpressionChecker::check_ranges(const Function& function, std::vector<Expr>& arguments) {
    const auto report = [&](std::size_t argument, const std::string& rule) {
        diagnostics_.error("out-of-range", arguments[argument].span,
                           "\"" + std::string(function.name) + "\" argument " + std::to_string(argument + 1) + " must be " + rule);
        return false;
    };
    if (function.name == "sha2" && arguments.size() == 2) {
        const auto* bits = constant<std::int64_t>(arguments[1]);
        const bool is_known = bits != nullptr && std::find(kSha2Bits.begin(), kSha2Bits.end(), *bits) != kSha2Bits.end();
        return is_known || report(1, "224, 256, 384 or 512");
    }
    if (function.name == "get_jmespath") {
        const std::string& expression = *constant<std::string>(arguments[1]);
        const auto parsed = jmespath::Expression::parse(expression);
        const auto* fault = std::get_if<jmespath::Fault>(&parsed);
        if (fault == nullptr) return true;
        diagnostics_.error("invalid-jmespath", arguments[1].span,
                           "invalid JMESPath expression: " + fault->message,
                           fault->at < expression.size() ? "at `" + expression.substr(fault->at) + "`" : "at its end");
        return false;
    }
    if (function.name == "ewma" && arguments.size() == 3 && number_or_nan(arguments[2]) == 1) {
        return report(2, "less than 1");
    }
    for (const Range& range : kRanges) {
        if (range.function != function.name || range.argument >= arguments.size()) continue;
        const double value = number_or_nan(arguments[range.argument]);
        if (!(value >= range.min && value <= range.max)) {
            return report(range.argument, "between " + std::to_string(static_cast<int>(range.min)) + " and " +
                                              std::to_string(static_cast<int>(range.max)));
        }
        arguments[range.argument] = cast_to(std::move(arguments[range.argument]), range.type);
    }
    return true;
}

}  // namespace domain::opal::check
