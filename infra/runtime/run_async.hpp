#pragma once

#include <exception>
#include <optional>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include "domain/base/task.hpp"

namespace infra::runtime {

/// Runs one coroutine on an io_context of its own on the calling thread until it has ended; for tests and for the short
/// commands of the tool. Rethrows what it throws.
template <class Value>
Value run_async(domain::base::Task<Value> task) {
    boost::asio::io_context context(1);
    std::exception_ptr failure;
    std::optional<Value> result;
    boost::asio::co_spawn(context, std::move(task), [&](std::exception_ptr thrown, Value value) {
        failure = thrown;
        if (!failure) result.emplace(std::move(value));
    });
    context.run();
    if (failure) std::rethrow_exception(failure);
    return std::move(*result);
}

inline void run_async(domain::base::Task<void> task) {
    boost::asio::io_context context(1);
    std::exception_ptr failure;
    boost::asio::co_spawn(context, std::move(task), [&](std::exception_ptr thrown) { failure = thrown; });
    context.run();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace infra::runtime
