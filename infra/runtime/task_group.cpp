#include "infra/runtime/task_group.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <boost/asio/error.hpp>

namespace infra::runtime {

namespace asio = boost::asio;

struct TaskGroup::Member {
    Member(std::string task, std::function<domain::base::Task<void>()> maker, asio::io_context& context)
        : name(std::move(task)), make(std::move(maker)), strand(asio::make_strand(context)) {}
    std::string name;
    std::function<domain::base::Task<void>()> make;
    asio::strand<asio::io_context::executor_type> strand;
    asio::cancellation_signal signal;  // touched on the strand only
};

namespace {

bool is_cancellation(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const boost::system::system_error& error) {
        return error.code() == asio::error::operation_aborted;
    } catch (...) {
        return false;
    }
}

std::string describe(const std::exception_ptr& failure) {
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& exception) {
        return exception.what();
    } catch (...) {
        return "unknown exception";
    }
}

}  // namespace

TaskGroup::TaskGroup(asio::io_context& context, Report report) : context_(context), report_(std::move(report)) {}

TaskGroup::~TaskGroup() {
    cancel();
    wait();
}

void TaskGroup::spawn(std::string task, std::function<domain::base::Task<void>()> make) {
    auto member = std::make_shared<Member>(std::move(task), std::move(make), context_);
    {
        const std::scoped_lock lock(mutex_);
        if (cancelled_) return;
        members_.push_back(member);
    }
    // The completion handler holds the member, so the callable outlives its coroutine.
    auto completed = [this, member](std::exception_ptr failure) { finished(member, std::move(failure)); };
    asio::co_spawn(member->strand, member->make,
                   asio::bind_cancellation_slot(member->signal.slot(), std::move(completed)));
}

void TaskGroup::finished(const std::shared_ptr<Member>& member, std::exception_ptr failure) {
    if (failure && !is_cancellation(failure)) report_(member->name, describe(failure));
    const std::scoped_lock lock(mutex_);
    members_.remove(member);
    if (members_.empty()) empty_.notify_all();
}

void TaskGroup::cancel() {
    const std::scoped_lock lock(mutex_);
    cancelled_ = true;
    for (const auto& member : members_) {
        asio::post(member->strand, [member] { member->signal.emit(asio::cancellation_type::terminal); });
    }
}

void TaskGroup::wait() {
    std::unique_lock lock(mutex_);
    empty_.wait(lock, [this] { return members_.empty(); });
}

bool TaskGroup::wait_for(std::chrono::steady_clock::duration limit) {
    std::unique_lock lock(mutex_);
    return empty_.wait_for(lock, limit, [this] { return members_.empty(); });
}

std::size_t TaskGroup::size() const {
    const std::scoped_lock lock(mutex_);
    return members_.size();
}

}  // namespace infra::runtime
