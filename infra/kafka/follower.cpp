#include "infra/kafka/follower.hpp"

#include <algorithm>
#include <array>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "infra/kafka/admin.hpp"
#include "infra/kafka/log.hpp"
#include "infra/kafka/records.hpp"

namespace infra::kafka {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kRetryPauseMin{20};
constexpr std::chrono::milliseconds kRetryPauseMax{1000};
constexpr std::chrono::milliseconds kRangeWaitMax{3000};

/// Everything that matters writes to the descriptor; this keeps librdkafka's max.poll.interval.ms satisfied.
constexpr int kWaitMilliseconds = 1000;

/// Messages taken from librdkafka at once.
constexpr std::size_t kTakeMax = 256;

constexpr std::uint64_t kOne = 1;

}  // namespace

base::Result<std::shared_ptr<Follower>> Follower::start(const Properties& properties, const eventlog::GroupId& group,
                                                        const eventlog::Topic& topic,
                                                        eventlog::CheckpointReader& checkpoints,
                                                        FollowerLimits limits) {
    auto conf = make_conf(properties);
    if (!conf) return conf.error();
    std::shared_ptr<Follower> follower(new Follower(group, topic, checkpoints, limits));
    follower->wake_descriptor_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (follower->wake_descriptor_ < 0) return base::Error(base::ErrorCode::kUnavailable, "cannot make an eventfd");
    rd_kafka_conf_set_opaque(conf->get(), follower.get());
    rd_kafka_conf_set_rebalance_cb(conf->get(), &Follower::rebalance);
    auto client = make_client(RD_KAFKA_CONSUMER, std::move(*conf));
    if (!client) return client.error();
    follower->client_ = std::move(*client);
    rd_kafka_poll_set_consumer(follower->client_.get());
    const QueuePtr queue(rd_kafka_queue_get_consumer(follower->client_.get()));
    rd_kafka_queue_io_event_enable(queue.get(), follower->wake_descriptor_, &kOne, sizeof kOne);
    const PartitionListPtr topics(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add(topics.get(), topic.name.c_str(), RD_KAFKA_PARTITION_UA);
    const auto failure = rd_kafka_subscribe(follower->client_.get(), topics.get());
    if (failure != RD_KAFKA_RESP_ERR_NO_ERROR) return to_error(failure, "cannot follow " + topic.name);
    follower->thread_ = std::thread([raw = follower.get()] { raw->run(); });
    return follower;
}

Follower::Follower(eventlog::GroupId group, eventlog::Topic topic, eventlog::CheckpointReader& checkpoints,
                   FollowerLimits limits)
    : group_(std::move(group)), topic_(std::move(topic)), limits_(limits), checkpoints_(&checkpoints) {}

Follower::~Follower() {
    close();
    if (thread_.joinable()) thread_.join();
    client_.reset();
    if (wake_descriptor_ >= 0) ::close(wake_descriptor_);
}

void Follower::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
        ending_ = true;
    }
    ending_changed_.notify_all();
    wake();
    changed_.notify_all();
}

void Follower::forget_checkpoints() {
    const std::scoped_lock lock(checkpoints_mutex_);
    checkpoints_ = nullptr;
}

void Follower::wake() {
    // A full counter is as good as a write: the thread will look.
    [[maybe_unused]] const ssize_t ignored = ::write(wake_descriptor_, &kOne, sizeof kOne);
}

std::optional<base::Result<eventlog::Delivery>> Follower::take() {
    std::optional<base::Result<eventlog::Delivery>> result;
    bool was_full = false;
    {
        const std::scoped_lock lock(mutex_);
        if (closed_) {
            result = base::Error(base::ErrorCode::kDeadlineExceeded, "the subscription is closed: " + topic_.name);
        } else if (!entries_.empty()) {
            was_full = bytes_ >= limits_.queue_bytes_max;
            bytes_ -= entries_.front().bytes;
            result = std::move(entries_.front().delivery);
            entries_.pop_front();
        } else if (failure_) {
            result = *failure_;
        }
    }
    if (was_full) wake();
    return result;
}

void Follower::run() {
    for (;;) {
        serve_group();
        const bool more = take_records();
        {
            const std::scoped_lock lock(mutex_);
            if (ending_) break;
        }
        if (!more) wait_for_events();
    }
    rd_kafka_consumer_close(client_.get());
    assigned_.clear();
    ended_ = true;
}

void Follower::serve_group() {
    while (const MessagePtr message{rd_kafka_consumer_poll(client_.get(), 0)}) {
        switch (message->err) {
            case RD_KAFKA_RESP_ERR_NO_ERROR:
            case RD_KAFKA_RESP_ERR__PARTITION_EOF: break;
            case RD_KAFKA_RESP_ERR__FATAL: fail(to_error(message->err, "cannot follow " + topic_.name)); break;
            default:
                // Everything else librdkafka tries again by itself; the position is ours and is not lost.
                kLog.warn("following goes on after an error", {{"topic", topic_.name},
                                                              {"group", group_.value()},
                                                              {"error", rd_kafka_message_errstr(message.get())}});
        }
    }
}

void Follower::wait_for_events() {
    pollfd waited{wake_descriptor_, POLLIN, 0};
    if (::poll(&waited, 1, kWaitMilliseconds) <= 0) return;
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t ignored = ::read(wake_descriptor_, &count, sizeof count);
}

bool Follower::has_room() {
    const std::scoped_lock lock(mutex_);
    return bytes_ < limits_.queue_bytes_max;
}

bool Follower::take_records() {
    bool more = false;
    for (auto& [partition, assigned] : assigned_) {
        if (!has_room()) return false;
        more |= take_from(partition, assigned);
    }
    return more;
}

bool Follower::take_from(std::int32_t partition, Assigned& assigned) {
    std::array<rd_kafka_message_t*, kTakeMax> raw{};
    const ssize_t got = rd_kafka_consume_batch_queue(assigned.queue.get(), 0, raw.data(), raw.size());
    if (got <= 0) return false;
    eventlog::RecordBatch batch{eventlog::PartitionId(partition), {}};
    std::size_t bytes = 0;
    const auto deliver = [&] {
        if (!batch.records.empty()) push(std::exchange(batch, {batch.partition, {}}), std::exchange(bytes, 0));
    };
    for (ssize_t i = 0; i < got; ++i) {
        const MessagePtr message(raw[static_cast<std::size_t>(i)]);
        if (message->err == RD_KAFKA_RESP_ERR__AUTO_OFFSET_RESET || message->err == RD_KAFKA_RESP_ERR_OFFSET_OUT_OF_RANGE) {
            // Retention overtook us, or the log lost records: whoever opens the next subscription finds out which.
            fail(base::Error(base::ErrorCode::kUnavailable, "the position is out of the log's range: " + topic_.name));
        } else if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
            kLog.warn("a partition goes on after an error", {{"topic", topic_.name},
                                                             {"partition", partition},
                                                             {"error", rd_kafka_message_errstr(message.get())}});
        } else if (message->offset >= assigned.next) {
            assigned.next = message->offset + 1;
            batch.records.push_back(to_record(*message));
            bytes += stored_bytes(batch.records.back());
            if (bytes >= limits_.batch_bytes_max) deliver();
        }
    }
    deliver();
    return static_cast<std::size_t>(got) == raw.size();
}

void Follower::rebalance(rd_kafka_t* client, rd_kafka_resp_err_t event, rd_kafka_topic_partition_list_t* partitions,
                         void* follower) {
    auto& self = *static_cast<Follower*>(follower);
    ErrorPtr failure;
    if (event == RD_KAFKA_RESP_ERR__ASSIGN_PARTITIONS) {
        self.assign(*partitions);
        failure.reset(rd_kafka_incremental_assign(client, partitions));
    } else {
        self.revoke(*partitions);
        failure.reset(rd_kafka_incremental_unassign(client, partitions));
    }
    if (failure) self.fail(to_error(failure.get(), "cannot follow " + self.topic_.name));
}

void Follower::assign(rd_kafka_topic_partition_list_t& partitions) {
    for (int i = 0; i < partitions.cnt; ++i) {
        rd_kafka_topic_partition_t& partition = partitions.elems[i];
        const auto start = start_offset(partition.partition);
        // After a failure the group still expects the assignment; nothing is read before the group is left.
        partition.offset = start ? *start : RD_KAFKA_OFFSET_END;
        if (!start) {
            fail(start.error());
            continue;
        }
        Assigned assigned;
        assigned.queue.reset(rd_kafka_queue_get_partition(client_.get(), topic_.name.c_str(), partition.partition));
        // Records stay in the partition's queue, instead of going to the one that serve_group() empties.
        rd_kafka_queue_forward(assigned.queue.get(), nullptr);
        rd_kafka_queue_io_event_enable(assigned.queue.get(), wake_descriptor_, &kOne, sizeof kOne);
        assigned.next = *start;
        assigned_.insert_or_assign(partition.partition, std::move(assigned));
        push(eventlog::PartitionAssigned{eventlog::PartitionId(partition.partition)}, 0);
    }
}

void Follower::revoke(const rd_kafka_topic_partition_list_t& partitions) {
    for (int i = 0; i < partitions.cnt; ++i) {
        const eventlog::PartitionId partition(partitions.elems[i].partition);
        const auto found = assigned_.find(partition.value());
        if (found == assigned_.end()) continue;
        rd_kafka_queue_io_event_enable(found->second.queue.get(), -1, nullptr, 0);
        assigned_.erase(found);
        {
            const std::scoped_lock lock(mutex_);
            // The batches that nobody took yet will come to the new owner.
            std::erase_if(entries_, [&](const Entry& entry) {
                const auto* batch = std::get_if<eventlog::RecordBatch>(&entry.delivery);
                if (batch == nullptr || batch->partition != partition) return false;
                bytes_ -= entry.bytes;
                return true;
            });
        }
        push(eventlog::PartitionRevoked{partition}, 0);
    }
}

base::Result<std::int64_t> Follower::start_offset(std::int32_t partition) {
    const auto until = Clock::now() + limits_.unavailable_after;
    for (auto pause = kRetryPauseMin;; pause = std::min(pause * 2, kRetryPauseMax)) {
        const auto wanted = checkpoint(partition);
        const auto kept = range(client_.get(), topic_.name, eventlog::PartitionId(partition), kRangeWaitMax);
        if (wanted && kept) {
            if (*wanted > kept->end) {
                return base::Error(base::ErrorCode::kInternal,
                                   "the checkpoint is behind the end of the log, which lost records or was replaced: " +
                                       topic_.name + " " + std::to_string(partition));
            }
            if (*wanted < kept->first) {
                kLog.warn("records were removed by retention before they were followed",
                          {{"topic", topic_.name},
                           {"group", group_.value()},
                           {"partition", partition},
                           {"checkpoint", wanted->value()},
                           {"first", kept->first.value()}});
            }
            return std::max(wanted->value(), kept->first.value());
        }
        const base::Error error = wanted ? kept.error() : wanted.error();
        std::unique_lock lock(mutex_);
        const bool ending = ending_changed_.wait_for(lock, pause, [this] { return ending_; });
        if (ending || Clock::now() >= until || error.code() != base::ErrorCode::kUnavailable) return error;
    }
}

base::Result<eventlog::Offset> Follower::checkpoint(std::int32_t partition) {
    const std::scoped_lock lock(checkpoints_mutex_);
    if (checkpoints_ == nullptr) return base::Error(base::ErrorCode::kDeadlineExceeded, "the subscription is closed");
    try {
        return checkpoints_->next_offset(group_, topic_, eventlog::PartitionId(partition));
    } catch (const std::exception& failure) {
        return base::Error(base::ErrorCode::kInternal, failure.what());
    }
}

void Follower::push(eventlog::Delivery delivery, std::size_t bytes) {
    {
        const std::scoped_lock lock(mutex_);
        if (ending_) return;
        bytes_ += bytes;
        entries_.push_back(Entry{std::move(delivery), bytes});
    }
    changed_.notify_all();
}

void Follower::fail(base::Error error) {
    {
        const std::scoped_lock lock(mutex_);
        if (ending_) return;
        failure_ = std::move(error);
        ending_ = true;
    }
    ending_changed_.notify_all();
    wake();
    changed_.notify_all();
}

}  // namespace infra::kafka
