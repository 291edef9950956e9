#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include "domain/base/task.hpp"

namespace infra::runtime {

/// The I/O threads of a process. stop() ends them; the destructor stops and joins.
class IoRuntime {
public:
    explicit IoRuntime(std::size_t threads);
    ~IoRuntime();
    IoRuntime(const IoRuntime&) = delete;
    IoRuntime& operator=(const IoRuntime&) = delete;

    boost::asio::io_context& context() { return context_; }
    /// A strand of its own for each spawned coroutine: what one coroutine touches needs no lock.
    boost::asio::strand<boost::asio::io_context::executor_type> make_strand() {
        return boost::asio::make_strand(context_.get_executor());
    }
    void stop();

private:
    boost::asio::io_context context_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
    std::vector<std::thread> threads_;
};

}  // namespace infra::runtime
