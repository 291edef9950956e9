#pragma once

#include <utility>

#include <boost/system/result.hpp>

#include "domain/base/error.hpp"

namespace domain::base {

/// A value or an expected failure. `Result<void>` is success or failure.
template <class T>
using Result = boost::system::result<T, Error>;

}  // namespace domain::base
