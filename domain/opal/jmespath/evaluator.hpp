#pragma once

#include "domain/opal/jmespath/functions.hpp"

namespace domain::opal::jmespath {

/// The node's result for a value; nothing when a function was called with a value of the wrong type.
Result evaluate(const Node& node, const Value& value);

}  // namespace domain::opal::jmespath
