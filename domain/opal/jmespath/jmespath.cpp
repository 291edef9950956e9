#include "domain/opal/jmespath/jmespath.hpp"

#include <utility>

#include "domain/opal/jmespath/evaluator.hpp"
#include "domain/opal/jmespath/parser.hpp"

namespace domain::opal::jmespath {

std::variant<Expression, Fault> Expression::parse(std::string_view text) {
    auto parsed = jmespath::parse(text);
    if (auto* fault = std::get_if<Fault>(&parsed)) return std::move(*fault);
    return Expression(std::make_shared<const Node>(std::move(std::get<Node>(parsed))));
}

bool Expression::evaluate(std::string& out, std::string_view json) const {
    const auto value = Value::read(json);
    const Result result = value ? jmespath::evaluate(*root_, *value) : std::nullopt;
    if (!result || result->is_null()) return false;
    result->write(out);
    return true;
}

}  // namespace domain::opal::jmespath
