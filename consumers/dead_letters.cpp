#include "consumers/dead_letters.hpp"

#include "domain/eventlog/topics.hpp"

namespace consumers {

namespace base = domain::base;
using domain::eventlog::Record;

std::string_view DeadLetter::header(std::string_view name) const {
    for (const auto& each : headers) {
        if (each.name == name) return each.value;
    }
    return {};
}

std::string DeadLetter::name() const {
    return std::to_string(position.partition.value()) + '/' + std::to_string(position.offset.value()) + '/' + std::to_string(index);
}

base::Task<base::Result<void>> DeadLetterTopic::add(std::vector<DeadLetter> letters) {
    const domain::eventlog::Topic topic = domain::eventlog::dead_letters_topic();
    for (DeadLetter& letter : letters) {
        Record record;
        record.headers = std::move(letter.headers);
        record.headers.push_back({"dead_reason", letter.reason});
        record.headers.push_back({"dead_topic", letter.topic});
        record.headers.push_back({"dead_partition", std::to_string(letter.position.partition.value())});
        record.headers.push_back({"dead_offset", std::to_string(letter.position.offset.value())});
        record.headers.push_back({"dead_name", letter.name()});
        record.value = std::move(letter.value);
        std::vector<Record> records;
        records.push_back(std::move(record));
        const auto appended = co_await writer_.append(topic, domain::eventlog::PartitionKey(letter.topic), std::move(records));
        if (!appended) co_return appended.error();
    }
    co_return base::Result<void>();
}

}  // namespace consumers
