#include "infra/kafka/producer.hpp"

#include <deque>
#include <functional>
#include <optional>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "domain/eventlog/record_size.hpp"
#include "infra/kafka/records.hpp"
#include "infra/telemetry/log.hpp"

namespace infra::kafka {

namespace asio = boost::asio;

namespace {

const telemetry::Logger kLog("infra/kafka");

/// What a record costs the queue beyond its bytes, so that very small ones cannot fill the memory uncounted.
constexpr std::size_t kRecordOverheadBytes = 512;

constexpr int kPollMilliseconds = 100;

/// A group fits into one request (batch.size in kafka_event_log.cpp), and is handed over within the linger time.
constexpr std::size_t kGroupBytesMax = 4 * 1024 * 1024;
constexpr std::size_t kGroupRecordsMax = 512;

}  // namespace

ProducerMetrics::ProducerMetrics(telemetry::Metrics& metrics)
    : records_total(metrics.counter("opalite_eventlog_appended_records_total", "Records confirmed by the log")),
      bytes_total(metrics.counter("opalite_eventlog_appended_bytes_total", "Bytes of confirmed records")),
      failed_total(metrics.counter("opalite_eventlog_failed_records_total", "Records the log could not confirm")),
      refused_total(metrics.counter("opalite_eventlog_refused_appends_total", "Appends refused by a full queue")),
      commit_seconds(metrics.histogram("opalite_eventlog_commit_seconds", "Time until the log confirmed an append")) {}

/// One record on its way: what librdkafka hands back with the delivery report.
struct Producer::Slot {
    Waiting* waiting = nullptr;
    std::size_t index = 0;
};

/// One call of append().
struct Producer::Waiting {
    Waiting(eventlog::PartitionKey partition_key, std::vector<eventlog::Record> brought, std::size_t counted)
        : key(std::move(partition_key)),
          records(std::move(brought)),
          bytes(counted),
          slots(records.size()),
          positions(records.size()),
          left(records.size()) {
        for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = Slot{this, i};
    }

    void note(base::Error error) {
        const std::scoped_lock lock(failure_mutex);
        if (!failure) failure = std::move(error);
    }
    bool failed() {
        const std::scoped_lock lock(failure_mutex);
        return failure.has_value();
    }

    const eventlog::PartitionKey key;
    std::vector<eventlog::Record> records;
    const std::size_t bytes;
    std::vector<Slot> slots;
    std::vector<eventlog::Position> positions;
    std::atomic<std::size_t> left;  // records without an outcome
    std::mutex failure_mutex;
    std::optional<base::Error> failure;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    std::function<void()> resume;
    Lane* lane = nullptr;
    std::shared_ptr<Waiting> self;  // while somebody holds pointers to the slots
};

/// One partition of one topic. Guarded by lanes_mutex_, except for its name.
struct Producer::Lane {
    Lane(std::string name, eventlog::PartitionId id) : topic(std::move(name)), partition(id) {}

    /// An append whose records from `next` on were not handed over yet.
    struct Entry {
        Waiting* waiting = nullptr;
        std::size_t next = 0;
    };

    const std::string topic;
    const eventlog::PartitionId partition;
    std::deque<Entry> queue;
    std::size_t in_flight = 0;  // records of the group that is with librdkafka
    bool timed_out = false;     // some of them were not confirmed in time
};

base::Result<std::shared_ptr<Producer>> Producer::start(const Properties& properties, Limits limits,
                                                        ProducerMetrics& metrics) {
    auto conf = make_conf(properties);
    if (!conf) return conf.error();
    std::shared_ptr<Producer> producer(new Producer(limits, metrics));
    rd_kafka_conf_set_opaque(conf->get(), producer.get());
    rd_kafka_conf_set_dr_msg_cb(conf->get(), &Producer::delivered);
    auto client = make_client(RD_KAFKA_PRODUCER, std::move(*conf));
    if (!client) return client.error();
    producer->client_ = std::move(*client);
    producer->poller_ = std::thread([raw = producer.get()] {
        while (!raw->stopping_) rd_kafka_poll(raw->client_.get(), kPollMilliseconds);
    });
    return producer;
}

Producer::Producer(Limits limits, ProducerMetrics& metrics) : limits_(limits), metrics_(metrics) {}

Producer::~Producer() {
    if (!poller_.joinable()) return;
    // Confirmations hand over the next groups, so this empties the lanes too.
    rd_kafka_flush(client_.get(), static_cast<int>(limits_.flush_wait_max.count()));
    stopping_ = true;
    poller_.join();
    // What is left is reported as failed, so every waiting coroutine is resumed.
    if (rd_kafka_outq_len(client_.get()) > 0) {
        kLog.warn("records were not confirmed before the end", {{"records", rd_kafka_outq_len(client_.get())}});
        rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
        rd_kafka_flush(client_.get(), static_cast<int>(limits_.flush_wait_max.count()));
    }
}

bool Producer::broken() const {
    char reason[256];
    return rd_kafka_fatal_error(client_.get(), reason, sizeof reason) != RD_KAFKA_RESP_ERR_NO_ERROR;
}

bool Producer::admit(std::size_t bytes) {
    std::size_t before = bytes_.load();
    do {
        if (bytes > limits_.queue_bytes_max - before) return false;
    } while (!bytes_.compare_exchange_weak(before, before + bytes));
    return true;
}

base::Task<base::Result<std::vector<eventlog::Position>>> Producer::append(const eventlog::Topic& topic,
                                                                           eventlog::PartitionId partition,
                                                                           eventlog::PartitionKey key,
                                                                           std::vector<eventlog::Record> records,
                                                                           std::size_t bytes) {
    const std::size_t counted = bytes + records.size() * kRecordOverheadBytes;
    if (!admit(counted)) {
        metrics_.refused_total.add();
        co_return base::Error(base::ErrorCode::kResourceExhausted, "the append queue of the log is full");
    }
    auto waiting = std::make_shared<Waiting>(std::move(key), std::move(records), counted);
    auto initiate = [this, &waiting, &topic, partition](auto handler) {
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        waiting->resume = [shared] {
            auto executor = asio::get_associated_executor(*shared);
            asio::post(executor, [shared] { std::move (*shared)(); });
        };
        // Once it is in the lane the coroutine may be resumed and gone: nothing of its frame is touched after that, and
        // the frame may have held the last reference to this producer.
        const std::shared_ptr<Producer> kept = shared_from_this();
        send(enqueue(waiting, topic.name, partition));
    };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(std::move(initiate), asio::use_awaitable);
    if (waiting->failure) co_return *waiting->failure;
    co_return std::move(waiting->positions);
}

Producer::Group Producer::enqueue(const std::shared_ptr<Waiting>& waiting, const std::string& topic,
                                  eventlog::PartitionId partition) {
    const std::scoped_lock lock(lanes_mutex_);
    std::unique_ptr<Lane>& lane = lanes_[{topic, partition}];
    if (!lane) lane = std::make_unique<Lane>(topic, partition);
    waiting->self = waiting;
    waiting->lane = lane.get();
    lane->queue.push_back(Lane::Entry{waiting.get(), 0});
    return lane->in_flight == 0 ? take_group(*lane) : Group();
}

Producer::Group Producer::take_group(Lane& lane) {
    Group group;
    std::size_t bytes = 0;
    while (!lane.queue.empty() && group.size() < kGroupRecordsMax) {
        Lane::Entry& first = lane.queue.front();
        bytes += eventlog::record_bytes(first.waiting->records[first.next]);
        if (!group.empty() && bytes > kGroupBytesMax) break;
        group.push_back(&first.waiting->slots[first.next]);
        if (++first.next == first.waiting->slots.size()) lane.queue.pop_front();
    }
    lane.in_flight = group.size();
    return group;
}

void Producer::send(Group group) {
    while (!group.empty()) {
        Lane& lane = *group.front()->waiting->lane;
        std::size_t failed = 0;
        for (Slot* slot : group) {
            Waiting& waiting = *slot->waiting;
            // After a failure the rest of the call is not sent: its outcome is settled.
            if (!waiting.failed()) {
                const ErrorPtr failure = produce(*slot);
                if (!failure) continue;  // its report may have come already, and `waiting` be gone
                fail(*slot, to_error(failure.get(), "cannot append to " + lane.topic));
            }
            ++failed;
            settle(waiting, 1);
        }
        group = failed > 0 ? finished(lane, failed, false) : Group();
    }
}

ErrorPtr Producer::produce(Slot& slot) {
    const Waiting& waiting = *slot.waiting;
    const eventlog::Record& record = waiting.records[slot.index];
    HeadersPtr headers = to_kafka_headers(record.headers);
    const std::string_view value = record.value.view();
    const std::string& key = waiting.key.value();
    rd_kafka_vu_t arguments[7] = {};
    arguments[0].vtype = RD_KAFKA_VTYPE_TOPIC;
    arguments[0].u.cstr = waiting.lane->topic.c_str();
    arguments[1].vtype = RD_KAFKA_VTYPE_PARTITION;
    arguments[1].u.i32 = waiting.lane->partition.value();
    arguments[2].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
    arguments[2].u.i = 0;  // neither copied nor freed: `waiting` keeps the value until the report
    arguments[3].vtype = RD_KAFKA_VTYPE_VALUE;
    arguments[3].u.mem.ptr = const_cast<char*>(value.data());  // only read
    arguments[3].u.mem.size = value.size();
    arguments[4].vtype = RD_KAFKA_VTYPE_OPAQUE;
    arguments[4].u.ptr = &slot;
    arguments[5].vtype = RD_KAFKA_VTYPE_HEADERS;
    arguments[5].u.headers = headers.get();
    arguments[6].vtype = RD_KAFKA_VTYPE_KEY;
    arguments[6].u.mem.ptr = const_cast<char*>(key.data());  // copied
    arguments[6].u.mem.size = key.size();
    // Without a key argument the key is null, as other tools of the ecosystem write it.
    ErrorPtr failure(rd_kafka_produceva(client_.get(), arguments, key.empty() ? 6 : 7));
    if (!failure) headers.release();  // now the message's
    return failure;
}

void Producer::fail(Slot& slot, base::Error error) {
    // Earlier records of the call may be in the log: then what the caller must know is that the outcome is open.
    if (slot.index > 0) error = base::Error(base::ErrorCode::kUnavailable, error.message());
    slot.waiting->note(std::move(error));
}

void Producer::delivered(rd_kafka_t*, const rd_kafka_message_t* message, void* producer) {
    auto& self = *static_cast<Producer*>(producer);
    Slot& slot = *static_cast<Slot*>(message->_private);
    Waiting& waiting = *slot.waiting;
    Lane& lane = *waiting.lane;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
        waiting.positions[slot.index] = {eventlog::PartitionId(message->partition), eventlog::Offset(message->offset)};
    } else {
        self.fail(slot, to_error(message->err, "the log did not confirm"));
    }
    self.settle(waiting, 1);
    self.send(self.finished(lane, 1, message->err == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT));
}

Producer::Group Producer::finished(Lane& lane, std::size_t records, bool timed_out) {
    std::deque<Lane::Entry> abandoned;
    Group next;
    {
        const std::scoped_lock lock(lanes_mutex_);
        lane.timed_out |= timed_out;
        lane.in_flight -= records;
        if (lane.in_flight > 0) return {};
        // What waited behind a group that was not confirmed would only time out as well, and much later.
        if (std::exchange(lane.timed_out, false) || stopping_) abandoned.swap(lane.queue);
        next = take_group(lane);
    }
    for (const Lane::Entry& entry : abandoned) {
        entry.waiting->note(base::Error(base::ErrorCode::kUnavailable, "the log does not confirm in time"));
        settle(*entry.waiting, entry.waiting->slots.size() - entry.next);
    }
    return next;
}

void Producer::settle(Waiting& waiting, std::size_t records) {
    if (waiting.left.fetch_sub(records) != records) return;
    const std::shared_ptr<Waiting> kept = std::move(waiting.self);
    const auto count = static_cast<double>(waiting.records.size());
    if (waiting.failure) {
        metrics_.failed_total.add(count);
    } else {
        metrics_.records_total.add(count);
        metrics_.bytes_total.add(static_cast<double>(waiting.bytes));
    }
    metrics_.commit_seconds.observe(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - waiting.start).count());
    // The broker has the payload: its slab may go back to the pool before the coroutine runs.
    waiting.records.clear();
    bytes_.fetch_sub(waiting.bytes);
    // The handler owns the coroutine, whose frame owns `waiting`: moving it out breaks the circle.
    const auto resume_caller = std::move(waiting.resume);
    resume_caller();
}

}  // namespace infra::kafka
