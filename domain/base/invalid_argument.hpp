#pragma once

#include <string>
#include <utility>

#include "domain/base/error.hpp"

namespace domain::base {

/// What the caller sent can never work: an error of the kind kInvalidArgument, whose message says what and where.
inline Error invalid_argument(std::string message) {
    return Error(ErrorCode::kInvalidArgument, std::move(message));
}

}  // namespace domain::base
