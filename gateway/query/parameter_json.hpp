#pragma once

#include <nlohmann/json_fwd.hpp>

#include "domain/base/result.hpp"
#include "domain/opal/check/parameter_value.hpp"

namespace gateway::query {

/// Reads the parameters of a query (spec: api §6.2): `parameters` declares them, `[{"id","valueKind":{"type"},"defaultValue"?}]`,
/// `parameterValues` binds them, `[{"id","value":{"<type>":v}}]`. A value is bound under its type: `bool`, `int64`, `float64`,
/// `string`, `timestamp` (RFC 3339), `duration` (nanoseconds), `array` (`{"value":[…]}`); numbers also as texts; null is null of
/// that type. What is declared and gets no value is null of its type. A binding need not be declared. Either may be a null
/// pointer.
///
/// Fails with kInvalidArgument and the path of what is wrong, beginning with `where`.
domain::base::Result<domain::opal::check::ParameterValues> parse_parameters(const nlohmann::json* declarations,
                                                                            const nlohmann::json* bindings,
                                                                            const std::string& where);

}  // namespace gateway::query
