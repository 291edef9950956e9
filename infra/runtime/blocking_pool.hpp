#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "domain/base/task.hpp"

namespace infra::runtime {

/// Threads for work that blocks or computes long (PostgreSQL, DuckDB, argon2, fsync), so that I/O threads never do.
/// One pool for each resource; its size is the number of connections. Thread-safe. The destructor waits for running work.
class BlockingPool {
public:
    explicit BlockingPool(std::size_t threads) : pool_(threads) {}
    ~BlockingPool() { pool_.join(); }
    BlockingPool(const BlockingPool&) = delete;
    BlockingPool& operator=(const BlockingPool&) = delete;

    /// Runs `work()` on a thread of the pool and resumes the caller on its own executor with the value or the exception.
    /// `work` must own or outlive all it touches; name the lambda and move it in (style §6).
    template <class Work>
    domain::base::Task<std::invoke_result_t<Work&>> run(Work work) {
        using Value = std::invoke_result_t<Work&>;
        if constexpr (std::is_void_v<Value>) {
            auto wrapped = [inner = std::move(work)]() mutable {
                inner();
                return true;
            };
            co_await run(std::move(wrapped));
        } else {
            Outcome<Value> outcome;
            co_await start(work, outcome);
            // The pool's thread may still be inside post(); only when it has let go of our executor may the io_context end.
            while (!outcome.released.load(std::memory_order_acquire)) std::this_thread::yield();
            if (outcome.failure) std::rethrow_exception(outcome.failure);
            co_return std::move(*outcome.value);
        }
    }

private:
    template <class Value>
    struct Outcome {
        Outcome() = default;
        std::optional<Value> value;
        std::exception_ptr failure;
        std::atomic<bool> released{false};
    };

    /// `work` and `outcome` live in the frame of run(), which cannot be resumed or destroyed before the completion.
    template <class Work, class Value>
    domain::base::Task<void> start(Work& work, Outcome<Value>& outcome) {
        auto initiate = [this, &work, &outcome](auto handler) {
            auto shared = std::make_shared<decltype(handler)>(std::move(handler));
            boost::asio::post(pool_, [shared, &work, &outcome]() mutable {
                try {
                    outcome.value.emplace(work());
                } catch (...) {
                    outcome.failure = std::current_exception();
                }
                resume(std::move(shared));
                outcome.released.store(true, std::memory_order_release);
            });
        };
        co_await boost::asio::async_initiate<const boost::asio::use_awaitable_t<>, void()>(std::move(initiate),
                                                                                           boost::asio::use_awaitable);
    }

    template <class Handler>
    static void resume(std::shared_ptr<Handler> handler) {
        auto executor = boost::asio::get_associated_executor(*handler);
        boost::asio::post(executor, [handler = std::move(handler)] { std::move (*handler)(); });
    }

    boost::asio::thread_pool pool_;
};

}  // namespace infra::runtime
