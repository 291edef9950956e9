#include "infra/kafka/reader.hpp"

#include <algorithm>

#include "infra/kafka/admin.hpp"
#include "infra/kafka/records.hpp"

namespace infra::kafka {

base::Result<void> Reader::start() {
    if (client_) return {};
    Properties properties = properties_;
    // A group id is demanded, but no group is joined: partitions are assigned by hand and nothing is committed.
    properties.emplace_back("group.id", "opalite.reader");
    properties.emplace_back("enable.auto.offset.store", "false");
    properties.emplace_back("auto.offset.reset", "error");
    auto conf = make_conf(properties);
    if (!conf) return conf.error();
    auto client = make_client(RD_KAFKA_CONSUMER, std::move(*conf));
    if (!client) return client.error();
    rd_kafka_poll_set_consumer(client->get());
    client_ = std::move(*client);
    return {};
}

base::Result<void> Reader::move_to(const std::string& topic, eventlog::PartitionId partition, std::int64_t offset) {
    if (topic == topic_ && partition == partition_ && offset == next_) return {};
    next_ = -1;
    const PartitionListPtr list(rd_kafka_topic_partition_list_new(1));
    rd_kafka_topic_partition_list_add(list.get(), topic.c_str(), partition.value())->offset = offset;
    const auto failure = rd_kafka_assign(client_.get(), list.get());
    if (failure != RD_KAFKA_RESP_ERR_NO_ERROR) return to_error(failure, "cannot read " + topic);
    topic_ = topic;
    partition_ = partition;
    next_ = offset;
    return {};
}

base::Result<std::vector<eventlog::StoredRecord>> Reader::read(const std::string& topic,
                                                               eventlog::PartitionId partition, eventlog::Offset from,
                                                               std::size_t bytes_max) {
    const std::scoped_lock lock(mutex_);
    if (auto started = start(); !started) return started.error();
    const auto kept = range(client_.get(), topic, partition, limit_);
    if (!kept) return kept.error();
    std::vector<eventlog::StoredRecord> records;
    const std::int64_t first = std::max(from.value(), kept->first.value());
    if (first >= kept->end.value()) return records;
    if (auto moved = move_to(topic, partition, first); !moved) return moved.error();
    std::size_t bytes = 0;
    const auto until = std::chrono::steady_clock::now() + limit_;
    while ((records.empty() || bytes < bytes_max) && next_ < kept->end.value()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
        if (left.count() <= 0) break;
        const MessagePtr message(rd_kafka_consumer_poll(client_.get(), static_cast<int>(left.count())));
        if (!message || message->err == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN) continue;
        if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) {
            next_ = -1;
            return to_error(message->err, "cannot read " + topic);
        }
        records.push_back(to_record(*message));
        next_ = message->offset + 1;
        bytes += stored_bytes(records.back());
    }
    if (records.empty()) {
        next_ = -1;
        return base::Error(base::ErrorCode::kUnavailable, "no kafka broker answers in time: " + topic);
    }
    return records;
}

}  // namespace infra::kafka
