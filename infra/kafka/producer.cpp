#include "infra/kafka/producer.hpp"

#include <functional>
#include <mutex>
#include <optional>

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "infra/kafka/log.hpp"
#include "infra/kafka/records.hpp"

namespace infra::kafka {

namespace asio = boost::asio;

namespace {

/// What a record costs the queue beyond its bytes, so that very small ones cannot fill the memory uncounted.
constexpr std::size_t kRecordOverheadBytes = 512;

constexpr int kPollMilliseconds = 100;

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

    const eventlog::PartitionKey key;
    std::vector<eventlog::Record> records;
    const std::size_t bytes;
    std::vector<Slot> slots;
    std::vector<eventlog::Position> positions;
    std::atomic<std::size_t> left;  // records without a report
    std::mutex failure_mutex;
    std::optional<base::Error> failure;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    std::function<void()> resume;
    std::shared_ptr<Waiting> self;  // while librdkafka holds pointers to the slots
};

base::Result<std::shared_ptr<Producer>> Producer::start(const Properties& properties, std::size_t queue_bytes_max,
                                                        std::chrono::milliseconds flush_wait_max,
                                                        ProducerMetrics& metrics) {
    auto conf = make_conf(properties);
    if (!conf) return conf.error();
    std::shared_ptr<Producer> producer(new Producer(queue_bytes_max, flush_wait_max, metrics));
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

Producer::Producer(std::size_t queue_bytes_max, std::chrono::milliseconds flush_wait_max, ProducerMetrics& metrics)
    : queue_bytes_max_(queue_bytes_max), flush_wait_max_(flush_wait_max), metrics_(metrics) {}

Producer::~Producer() {
    if (!poller_.joinable()) return;
    rd_kafka_flush(client_.get(), static_cast<int>(flush_wait_max_.count()));
    stopping_ = true;
    poller_.join();
    // What is left is reported as failed, so every waiting coroutine is resumed.
    if (rd_kafka_outq_len(client_.get()) > 0) {
        kLog.warn("records were not confirmed before the end", {{"records", rd_kafka_outq_len(client_.get())}});
        rd_kafka_purge(client_.get(), RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
        rd_kafka_flush(client_.get(), static_cast<int>(flush_wait_max_.count()));
    }
}

bool Producer::broken() const {
    char reason[256];
    return rd_kafka_fatal_error(client_.get(), reason, sizeof reason) != RD_KAFKA_RESP_ERR_NO_ERROR;
}

bool Producer::admit(std::size_t bytes) {
    std::size_t before = bytes_.load();
    do {
        if (bytes > queue_bytes_max_ - before) return false;
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
        // Once the last record is with librdkafka the coroutine may be resumed and gone: only copies are used.
        const std::shared_ptr<Waiting> kept = waiting;
        const std::string name = topic.name;
        produce(kept, name.c_str(), partition);
    };
    co_await asio::async_initiate<const asio::use_awaitable_t<>, void()>(std::move(initiate), asio::use_awaitable);
    if (waiting->failure) co_return *waiting->failure;
    co_return std::move(waiting->positions);
}

void Producer::produce(const std::shared_ptr<Waiting>& waiting, const char* topic, eventlog::PartitionId partition) {
    waiting->self = waiting;
    const std::size_t count = waiting->slots.size();
    for (std::size_t i = 0; i < count; ++i) {
        const ErrorPtr failure = produce_one(waiting->records[i], *waiting, topic, partition, waiting->slots[i]);
        if (!failure) continue;
        base::Error error = to_error(failure.get(), "cannot append to " + std::string(topic));
        // Earlier records of the call are on their way: what the caller must know is that the outcome is open.
        if (i > 0) error = base::Error(base::ErrorCode::kUnavailable, error.message());
        {
            const std::scoped_lock lock(waiting->failure_mutex);
            waiting->failure = std::move(error);
        }
        settle(waiting, count - i);
        return;
    }
}

ErrorPtr Producer::produce_one(const eventlog::Record& record, const Waiting& waiting, const char* topic,
                               eventlog::PartitionId partition, Slot& slot) {
    HeadersPtr headers = to_kafka_headers(record.headers);
    const std::string_view value = record.value.view();
    const std::string& key = waiting.key.value();
    rd_kafka_vu_t arguments[7] = {};
    arguments[0].vtype = RD_KAFKA_VTYPE_TOPIC;
    arguments[0].u.cstr = topic;
    arguments[1].vtype = RD_KAFKA_VTYPE_PARTITION;
    arguments[1].u.i32 = partition.value();
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

void Producer::delivered(rd_kafka_t*, const rd_kafka_message_t* message, void* producer) {
    const Slot& slot = *static_cast<const Slot*>(message->_private);
    Waiting& waiting = *slot.waiting;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
        waiting.positions[slot.index] = {eventlog::PartitionId(message->partition), eventlog::Offset(message->offset)};
    } else {
        const std::scoped_lock lock(waiting.failure_mutex);
        waiting.failure = to_error(message->err, "the log did not confirm");
    }
    const std::shared_ptr<Waiting> kept = waiting.self;
    static_cast<Producer*>(producer)->settle(kept, 1);
}

void Producer::settle(const std::shared_ptr<Waiting>& waiting, std::size_t records) {
    if (waiting->left.fetch_sub(records) != records) return;
    waiting->self.reset();
    const auto count = static_cast<double>(waiting->records.size());
    if (waiting->failure) {
        metrics_.failed_total.add(count);
    } else {
        metrics_.records_total.add(count);
        metrics_.bytes_total.add(static_cast<double>(waiting->bytes));
    }
    metrics_.commit_seconds.observe(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - waiting->start).count());
    // The broker has the payload: its slab may go back to the pool before the coroutine runs.
    waiting->records.clear();
    bytes_.fetch_sub(waiting->bytes);
    // The handler owns the coroutine, whose frame owns `waiting`: moving it out breaks the circle.
    const auto resume_caller = std::move(waiting->resume);
    resume_caller();
}

}  // namespace infra::kafka
