#include <stdexcept>
#include <string>
#include <thread>

#include <catch2/catch.hpp>

#include "infra/runtime/blocking_pool.hpp"
#include "infra/runtime/run_async.hpp"

using domain::base::Task;
using infra::runtime::BlockingPool;
using infra::runtime::run_async;

namespace {

Task<std::string> greet(BlockingPool& pool) {
    auto work = [] { return std::string("from thread of the pool, long enough to be on the heap"); };
    co_return co_await pool.run(std::move(work));
}

Task<void> fail(BlockingPool& pool) {
    auto work = [] { throw std::runtime_error("as it was thrown"); };
    co_await pool.run(std::move(work));
}

}  // namespace

TEST_CASE("work runs on another thread and its value comes back") {
    BlockingPool pool(2);
    std::thread::id id;
    const auto ask = [&]() -> Task<void> {
        auto work = [&id] { id = std::this_thread::get_id(); };
        co_await pool.run(std::move(work));
    };
    run_async(ask());
    CHECK(id != std::this_thread::get_id());
    CHECK(run_async(greet(pool)) == "from thread of the pool, long enough to be on the heap");
}

TEST_CASE("an exception of the work comes back") {
    BlockingPool pool(1);
    CHECK_THROWS_WITH(run_async(fail(pool)), "as it was thrown");
}

// run_async() destroys its io_context as soon as the coroutine has ended: the pool's thread must have let go of it.
TEST_CASE("the executor may end right after the work") {
    BlockingPool pool(2);
    for (int i = 0; i < 2000; ++i) REQUIRE(run_async(greet(pool)).size() > 20);
}
