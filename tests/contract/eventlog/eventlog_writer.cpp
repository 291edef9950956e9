// eventlog_writer embedded DIRECTORY TOPIC ROUND | eventlog_writer kafka BROKERS TOPIC ROUND
// Appends records until it is killed and prints the id of each one that was confirmed, `ROUND.WRITER.NUMBER`, one per line.
// The key is the writer's, so the numbers of one writer must come back in order.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include <unistd.h>

#include "infra/embedded_log/embedded_event_log.hpp"
#include "infra/kafka/kafka_event_log.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/task_group.hpp"

namespace base = domain::base;
namespace eventlog = domain::eventlog;

namespace {

constexpr int kWriters = 8;
constexpr std::int32_t kPartitions = 3;

[[noreturn]] void give_up(const std::string& what) {
    std::fprintf(stderr, "eventlog_writer: %s\n", what.c_str());
    std::_Exit(1);
}

base::Task<void> write_for_ever(eventlog::EventLog& log, eventlog::Topic topic, std::string prefix) {
    for (int number = 0;; ++number) {
        const std::string id = prefix + "." + std::to_string(number);
        // Sizes from a few bytes to a few hundred kilobytes, so that the end comes in the middle of large writes too.
        std::string value = id + " " + std::string(static_cast<std::size_t>(number * 7919 % 13) * 16000, 'x');
        std::vector<eventlog::Record> records;
        records.push_back(eventlog::Record{{{"ce_id", id}}, base::SharedBytes::of(std::move(value))});
        auto done = co_await log.append(topic, eventlog::PartitionKey(prefix), std::move(records));
        if (!done) give_up(done.error().message());
        const std::string line = id + "\n";
        if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) give_up("nobody reads");
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) give_up("usage: eventlog_writer embedded DIRECTORY TOPIC ROUND | kafka BROKERS TOPIC ROUND");
    const base::SystemClock clock;
    infra::telemetry::Metrics metrics;
    infra::runtime::IoRuntime io(2);
    std::unique_ptr<eventlog::EventLog> log;
    if (std::string(argv[1]) == "embedded") {
        infra::embedded_log::EmbeddedLogConfig config;
        config.directory = argv[2];
        config.segment_bytes_max = 4 * base::limits::kMiB;
        auto opened = infra::embedded_log::EmbeddedEventLog::open(config, clock, metrics);
        if (!opened) give_up(opened.error().message());
        log = std::move(*opened);
    } else {
        infra::kafka::KafkaLogConfig config;
        config.brokers = argv[2];
        auto opened = infra::kafka::KafkaEventLog::open(config, metrics);
        if (!opened) give_up(opened.error().message());
        log = std::move(*opened);
    }
    const eventlog::Topic topic{argv[3], kPartitions, std::nullopt};
    infra::runtime::TaskGroup tasks(io.context(), [](const std::string&, const std::string& what) { give_up(what); });
    for (int i = 0; i < kWriters; ++i) {
        const std::string prefix = std::string(argv[4]) + "." + std::to_string(i);
        tasks.spawn("writer", [&log, topic, prefix] { return write_for_ever(*log, topic, prefix); });
    }
    tasks.wait();
}
