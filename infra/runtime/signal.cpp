#include "infra/runtime/signal.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace infra::runtime {

namespace asio = boost::asio;

// A timer is not thread-safe, so notify_all() posts the cancellation to the waiter's executor, which for one coroutine is a
// strand or a single thread (io_runtime gives each spawned coroutine a strand).
struct ChangeSignal::Waiter {
    explicit Waiter(const asio::any_io_executor& executor) : timer(executor) {}
    asio::steady_timer timer;
};

std::uint64_t ChangeSignal::generation() const {
    const std::scoped_lock lock(mutex_);
    return generation_;
}

domain::base::Task<bool> ChangeSignal::wait(std::uint64_t seen, std::chrono::steady_clock::duration limit) {
    const auto executor = co_await asio::this_coro::executor;
    auto waiter = std::make_shared<Waiter>(executor);
    waiter->timer.expires_after(limit);
    std::list<std::shared_ptr<Waiter>>::iterator place;
    {
        const std::scoped_lock lock(mutex_);
        if (generation_ != seen) co_return true;
        place = waiters_.insert(waiters_.end(), waiter);
    }
    // Leaves the list also when the coroutine is cancelled or destroyed.
    const auto leave = [this, place](void*) {
        const std::scoped_lock lock(mutex_);
        waiters_.erase(place);
    };
    const std::unique_ptr<void, decltype(leave)> guard(this, leave);
    boost::system::error_code ignored;
    co_await waiter->timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
    co_return generation() != seen;
}

void ChangeSignal::notify_all() {
    const std::scoped_lock lock(mutex_);
    ++generation_;
    for (const auto& waiter : waiters_) {
        asio::post(waiter->timer.get_executor(), [waiter] { waiter->timer.cancel(); });
    }
}

}  // namespace infra::runtime
