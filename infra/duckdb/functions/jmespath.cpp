#include "domain/opal/jmespath/jmespath.hpp"

#include <optional>
#include <string>

#include "infra/duckdb/functions/register.hpp"

// JMESPath over variants.
namespace infra::duckdb::functions {
namespace {


/// The expression, read once for each that a thread meets in a row; nothing when it is none.
const std::optional<domain::opal::jmespath::Expression>& prepared(std::string_view text) {
    thread_local std::string last;
    thread_local std::optional<domain::opal::jmespath::Expression> expression;
    thread_local bool is_read = false;
    if (is_read && last == text) return expression;
    last = text;
    is_read = true;
    const auto parsed = domain::opal::jmespath::Expression::parse(text);
    const auto* known = std::get_if<domain::opal::jmespath::Expression>(&parsed);
    expression = known == nullptr ? std::nullopt : std::optional(*known);
    return expression;
}

bool get_jmespath(std::string& result, std::string_view json, std::string_view text) {
    const auto& expression = prepared(text);
    return expression && expression->evaluate(result, json);
}

}  // namespace

void register_jmespath_functions(Registry& registry) { registry.add("opalite_get_jmespath", &get_jmespath); }

}  // namespace infra::duckdb::functions
