#pragma once

// Boost 1.81's Asio misses <utility> with g++ 12.
#include <utility>

#include <boost/asio/awaitable.hpp>

namespace domain::base {

/// A coroutine that runs on the executor of whoever awaits it. The only part of Asio that `domain` knows.
template <class T>
using Task = boost::asio::awaitable<T>;

}  // namespace domain::base
