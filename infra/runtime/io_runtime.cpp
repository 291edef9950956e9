#include "infra/runtime/io_runtime.hpp"

namespace infra::runtime {

IoRuntime::IoRuntime(std::size_t threads)
    : context_(static_cast<int>(threads)), work_(boost::asio::make_work_guard(context_)) {
    threads_.reserve(threads);
    for (std::size_t i = 0; i < threads; ++i) {
        threads_.emplace_back([this] { context_.run(); });
    }
}

IoRuntime::~IoRuntime() {
    stop();
    for (std::thread& thread : threads_) thread.join();
}

void IoRuntime::stop() {
    work_.reset();
    context_.stop();
}

}  // namespace infra::runtime
