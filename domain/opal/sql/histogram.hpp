#pragma once

#include <string>

#include "domain/opal/plan/node.hpp"

namespace domain::opal::sql {

/// The SELECT that counts the values of `rows`, a level, in bins of equal width.
std::string histogram_select(const plan::Histogram& histogram, const std::string& rows);

}  // namespace domain::opal::sql
