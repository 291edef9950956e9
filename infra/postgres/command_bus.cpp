#include "infra/postgres/command_bus.hpp"

#include <algorithm>

#include "domain/admin/event_codec.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/postgres/channels.hpp"

namespace infra::postgres {

using domain::admin::CommandEnvelope;
using domain::admin::Outcome;
using domain::base::Error;
using domain::base::ErrorCode;
using domain::base::Result;
using domain::base::Task;
using Clock = std::chrono::steady_clock;

namespace {

// How long a notification is trusted to come before the table is looked at; doubled up to the longer one.
constexpr std::chrono::milliseconds kFirstLook{100};
constexpr std::chrono::milliseconds kLongestPause{1000};

}  // namespace

/// One caller's registration; those who wait for the same command share the entry.
class PostgresCommandBus::Wait {
public:
    Wait(PostgresCommandBus& bus, const std::string& command) : bus_(bus), command_(command) {
        const std::scoped_lock lock(bus_.mutex_);
        auto& entry = bus_.waiting_[command_];
        waiting_ = entry.lock();
        if (!waiting_) {
            waiting_ = std::make_shared<Waiting>();
            entry = waiting_;
        }
    }
    ~Wait() {
        const std::scoped_lock lock(bus_.mutex_);
        if (waiting_.use_count() == 1) bus_.waiting_.erase(command_);
        waiting_.reset();
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;
    Waiting& waiting() { return *waiting_; }

private:
    PostgresCommandBus& bus_;
    const std::string command_;
    std::shared_ptr<Waiting> waiting_;
};

PostgresCommandBus::PostgresCommandBus(domain::eventlog::EventWriter& log, domain::admin::ControlReader& reader,
                                       Notifier& notifier)
    : log_(log), reader_(reader) {
    Notifier::Listener listener;
    listener.received = [this](std::string_view payload) { announced(payload); };
    listener.began = [this] { wake_all(); };
    notifier.listen(kOutcomesChannel, std::move(listener));
}

void PostgresCommandBus::announced(std::string_view payload) {
    while (!payload.empty()) {
        const auto end = std::min(payload.find(' '), payload.size());
        const std::string_view part = payload.substr(0, end);
        payload.remove_prefix(std::min(end + 1, payload.size()));
        if (part.size() < 2) continue;
        std::shared_ptr<Waiting> waiting;
        {
            const std::scoped_lock lock(mutex_);
            const auto found = waiting_.find(std::string(part.substr(1)));
            if (found != waiting_.end()) waiting = found->second.lock();
        }
        if (!waiting) continue;
        if (part.front() == '+') waiting->accepted = true;
        waiting->signal.notify_all();
    }
}

void PostgresCommandBus::wake_all() {
    std::vector<std::shared_ptr<Waiting>> all;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [command, waiting] : waiting_) all.push_back(waiting.lock());
    }
    for (const auto& waiting : all) {
        if (waiting) waiting->signal.notify_all();
    }
}

Task<Result<Outcome>> PostgresCommandBus::execute(CommandEnvelope envelope, Clock::time_point deadline) {
    auto record = domain::admin::to_record(envelope);
    if (!record) co_return record.error();
    // Registered before the append, so that no notification can be missed.
    Wait wait(*this, envelope.id.value());
    std::vector<domain::eventlog::Record> records;
    records.push_back(std::move(*record));
    const auto topic = domain::eventlog::admin_topic();
    domain::eventlog::PartitionKey key(envelope.tenant.value());
    const auto appended = co_await log_.append(topic, std::move(key), std::move(records));
    if (!appended) {
        if (appended.error().code() != ErrorCode::kUnavailable) co_return appended.error();
        co_return Error(ErrorCode::kUnavailable,
                        "the event log did not confirm the command; the command may still take effect: " + envelope.id.value());
    }
    co_return co_await await_outcome(envelope, wait, deadline);
}

Task<Result<Outcome>> PostgresCommandBus::await_outcome(const CommandEnvelope& envelope, Wait& wait,
                                                        Clock::time_point deadline) {
    // That it was accepted does not say whose it was when another caller may have sent the same id.
    const bool must_read = !envelope.nonce.empty();
    Waiting& waiting = wait.waiting();
    std::uint64_t seen = 0;
    Clock::duration pause = kFirstLook;
    while (Clock::now() < deadline) {
        const Clock::duration left = deadline - Clock::now();
        const bool woken = co_await waiting.signal.wait(seen, std::min(pause, left));
        seen = waiting.signal.generation();
        if (waiting.accepted && !must_read) co_return Outcome();
        if (!woken) pause = std::min<Clock::duration>(pause * 2, kLongestPause);
        // A store that is away for a moment may be back before the deadline.
        const auto outcome = co_await reader_.outcome(envelope.tenant, envelope.id);
        if (outcome && *outcome) co_return **outcome;
    }
    co_return Error(ErrorCode::kUnavailable,
                    "no outcome in time; the command may still take effect: " + envelope.id.value());
}

}  // namespace infra::postgres
