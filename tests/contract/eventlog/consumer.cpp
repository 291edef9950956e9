#include "tests/contract/eventlog/consumer.hpp"

#include <catch2/catch.hpp>

namespace tests::contract {

Consumer::Consumer(eventlog::EventLog& log, const eventlog::GroupId& group, const eventlog::Topic& topic,
                   MemoryCheckpoints& checkpoints, Commit commit)
    : group_(group),
      topic_(topic),
      checkpoints_(checkpoints),
      commit_(commit),
      tasks_(io_threads().context(), [this](const std::string&, const std::string& what) {
          const std::scoped_lock lock(mutex_);
          seen_.broken.push_back("exception: " + what);
          changed_.notify_all();
      }) {
    auto subscription = log.follow(group, topic, checkpoints);
    if (!subscription) FAIL("follow: " << subscription.error().message());
    subscription_ = std::move(*subscription);
    tasks_.spawn("consumer", [this] { return follow(); });
}

Consumer::~Consumer() {
    close();
    tasks_.wait();
}

void Consumer::close() { subscription_->close(); }

Consumer::Seen Consumer::seen() const {
    const std::scoped_lock lock(mutex_);
    return seen_;
}

void Consumer::wait_until(const std::string& what, const std::function<bool(const Seen&)>& condition) {
    std::unique_lock lock(mutex_);
    const bool held = changed_.wait_for(lock, patience, [&] { return condition(seen_); });
    const std::string end = seen_.end ? seen_.end->message() : "";
    const auto owned = seen_.owned.size();
    const auto count = seen_.records.size();
    lock.unlock();
    if (!held) FAIL("it never came true: " << what << "; owned " << owned << " records " << count << " end " << end);
}

base::Task<void> Consumer::follow() {
    for (;;) {
        auto delivery = co_await subscription_->next();
        const std::scoped_lock lock(mutex_);
        if (delivery) note(*delivery);
        else seen_.end = delivery.error();
        changed_.notify_all();
        if (!delivery) co_return;
    }
}

void Consumer::note(const eventlog::Delivery& delivery) {
    if (const auto* assigned = std::get_if<eventlog::PartitionAssigned>(&delivery)) {
        const bool fresh = seen_.owned.emplace(assigned->partition, -1).second;
        if (!fresh) seen_.broken.push_back("assigned twice");
    } else if (const auto* revoked = std::get_if<eventlog::PartitionRevoked>(&delivery)) {
        if (seen_.owned.erase(revoked->partition) == 0) seen_.broken.push_back("revoked, but never assigned");
        ++seen_.revoked;
    } else {
        note_batch(std::get<eventlog::RecordBatch>(delivery));
    }
}

void Consumer::note_batch(const eventlog::RecordBatch& batch) {
    const auto owned = seen_.owned.find(batch.partition);
    if (batch.records.empty()) seen_.broken.push_back("empty batch");
    if (owned == seen_.owned.end()) {
        seen_.broken.push_back("a batch of a partition that is not ours");
        return;
    }
    for (const eventlog::StoredRecord& record : batch.records) {
        if (record.position.partition != batch.partition) seen_.broken.push_back("a record of another partition");
        if (record.position.offset.value() < owned->second) seen_.broken.push_back("offsets do not ascend");
        owned->second = record.position.offset.value() + 1;
        seen_.records.push_back(record);
    }
    if (commit_ == Commit::kEveryBatch) checkpoints_.set(group_, topic_, batch.partition, owned->second);
}

}  // namespace tests::contract
