#pragma once

#include <string>

#include "domain/base/result.hpp"
#include "domain/catalog/schema.hpp"

namespace domain::catalog {

/// The stored form, stable for equal schemas:
/// {"v":1,"kind":"Event","columns":[["FIELDS","object"],…],"valid_from":…,"valid_to":…,"primary_key":[…],"label":…}
/// What is seldom said stands there only when it is: a column's flags as its third element (`["enum","hidden"]`), and the
/// members "candidate_keys":[["a","b"],…], "links":[["label","target",[["source","target"],…]],…],
/// "interfaces":[["log",[["log","body"],…]],…], "metrics":[{"name":…,"type":…,…},…].
std::string to_json(const Schema& schema);

/// Fails with kInternal on anything that to_json could not have written.
base::Result<Schema> schema_from_json(const std::string& text);

}  // namespace domain::catalog
