#pragma once

#include <string>

#include "domain/base/result.hpp"
#include "domain/catalog/schema.hpp"

namespace infra::postgres {

/// The text in datasets.schema, stable for equal schemas:
/// {"v":1,"kind":"Event","columns":[["FIELDS","object"],…],"valid_from":…,"valid_to":…,"primary_key":[…],"label":…}
std::string to_json(const domain::catalog::Schema& schema);

/// Fails with kInternal on anything that to_json could not have written.
domain::base::Result<domain::catalog::Schema> schema_from_json(const std::string& text);

}  // namespace infra::postgres
