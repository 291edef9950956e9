// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/landing/own_landing.hpp"

#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "consumers/landing/log.hpp"

namespace consumers::landing {

using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using domain::catalog::Segment;

Result<std::vector<Segment>> land_all(ParquetLander& lander, const std::vector<LandingRequest>& requests) {
    std::vector<Segment> segments;
    for (const LandingRequest& request : requests) {
        auto landed = lander.land(request);
        if (!landed) {
            for (const Segment& segment : segments) lander.discard(segment);
            return landed.error();
        }
        if (landed->segment.rows > 0) segments.push_back(std::move(landed->segment));
    }
    return segments;
}

Task<Result<void>> commit_landed(LandingStore& store, ParquetLander& lander, LandingBatch batch) {
    const std::vector<Segment> segments = batch.segments;
    const auto committed = co_await store.commit(std::move(batch));
    if (!committed && committed.error().code() == ErrorCode::kConflict) {
        for (const Segment& segment : segments) lander.discard(segment);
    }
    co_return committed;
}

Task<void> keep_stepping(std::function<Task<Result<bool>>()> step, std::chrono::milliseconds pause, std::string complaint) {
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
    for (;;) {
        const auto stepped = co_await step();
        if (stepped && *stepped) continue;
        if (!stepped && stepped.error().code() != ErrorCode::kConflict) {
            log().warn(complaint, {{"reason", stepped.error().message()}});
        }
        timer.expires_after(pause);
        co_await timer.async_wait(boost::asio::use_awaitable);
    }
}

}  // namespace consumers::landing
