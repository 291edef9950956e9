#pragma once

#include <string>
#include <string_view>

#include "domain/opal/check/functions.hpp"

namespace domain::opal::reference {

/// `round(val: num, [precision: const int64]?) -> float64`: an overload as people read it.
std::string signature_text(std::string_view name, const check::Overload& overload);

/// What kind of function it is: `scalar`, `aggregate`, `argument`, `operator`.
std::string_view kind_name(check::FunctionKind kind);

}  // namespace domain::opal::reference
