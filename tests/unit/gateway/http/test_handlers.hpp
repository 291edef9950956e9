#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "gateway/http/router.hpp"

/// A flag that a handler sets and a test waits for.
class Flag {
public:
    void set() {
        const std::scoped_lock lock(mutex_);
        set_ = true;
        changed_.notify_all();
    }
    bool wait() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(10), [this] { return set_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool set_ = false;
};

/// Sets its flag when it goes.
class SetOnExit {
public:
    explicit SetOnExit(Flag& flag) : flag_(flag) {}
    ~SetOnExit() { flag_.set(); }
    SetOnExit(const SetOnExit&) = delete;
    SetOnExit& operator=(const SetOnExit&) = delete;

private:
    Flag& flag_;
};

/// Waits until it is cancelled.
inline domain::base::Task<void> wait_for_ever() {
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
    timer.expires_at(std::chrono::steady_clock::time_point::max());
    co_await timer.async_wait(boost::asio::use_awaitable);
}

/// Answers the body it was sent.
inline domain::base::Task<domain::base::Result<gateway::http::Response>> echo(gateway::http::RequestContext& context) {
    co_return gateway::http::Response(200, "text/plain", std::string(context.request().body()));
}
