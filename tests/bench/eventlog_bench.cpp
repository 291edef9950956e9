// What the event log costs: one table for each adapter, in CPU-seconds (user and system) of this process.
//   eventlog_bench [DIR]      DIR: where the embedded log may write (default: the temporary directory)
// The Kafka adapter is measured when OPALITE_TEST_KAFKA names a broker; the broker's own CPU time is not counted.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "domain/base/limits.hpp"
#include "domain/base/time.hpp"
#include "domain/eventlog/event_log.hpp"
#include "infra/embedded_log/embedded_event_log.hpp"
#include "infra/kafka/kafka_event_log.hpp"
#include "infra/runtime/io_runtime.hpp"
#include "infra/runtime/task_group.hpp"
#include "infra/telemetry/metrics.hpp"

namespace base = domain::base;
namespace eventlog = domain::eventlog;
namespace runtime = infra::runtime;

namespace {

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double peak_megabytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Prints one line: records and bytes per CPU-second and per second.
void measure(const char* name, std::size_t records, std::size_t record_bytes, const std::function<void()>& work) {
    const double cpu = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    work();
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double used = std::max(cpu_seconds() - cpu, 1e-6);
    const double megabytes = static_cast<double>(records * record_bytes) / 1e6;
    std::printf("%-34s %9.0f MB/CPU-s %11.0f records/CPU-s %8.0f MB/s %10.0f records/s  cpu %6.2f s  peak %5.0f MB\n",
                name, megabytes / used, static_cast<double>(records) / used, megabytes / wall,
                static_cast<double>(records) / wall, used, peak_megabytes());
    std::fflush(stdout);
}

[[noreturn]] void give_up(const std::string& what) {
    std::fprintf(stderr, "eventlog_bench: %s\n", what.c_str());
    std::exit(1);
}

/// Bytes that no layer can shorten.
base::SharedBytes noise(std::size_t bytes) {
    std::string text(bytes, '\0');
    std::uint64_t state = 88172645463325252ULL;
    for (char& c : text) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        c = static_cast<char>(state);
    }
    return base::SharedBytes::of(std::move(text));
}

std::vector<eventlog::Header> headers() {
    return {{"ce_id", "0190a8c1-7b5e-7c1a-9d3e-5f6a7b8c9d0e/0"}, {"ce_type", "observation.bundle.v1"},
            {"ce_source", "/opalite/gateway"},                   {"ce_time", "2026-01-01T00:00:00.123456Z"},
            {"ce_specversion", "1.0"},                           {"content-type", "application/x-ndjson"},
            {"ce_tenant", "123456"},                             {"ce_kind", "http"}};
}

class Bench {
public:
    Bench(runtime::IoRuntime& io, eventlog::EventLog& log, std::string prefix)
        : io_(io), log_(log), prefix_(std::move(prefix)) {}

    void run() {
        append("append 1 MiB, 8 appenders", 1 << 20, 8, 2000);
        append("append 0.5 MiB, 8 appenders", 1 << 19, 8, 4000);
        append("append 0.5 MiB, 64 appenders", 1 << 19, 64, 4000);
        append("append 64 KiB, 64 appenders", 1 << 16, 64, 20000);
        append("append 500 B, 64 appenders", 500, 64, 200000);
        append("append 500 B, 1 appender", 500, 1, 2000);
        follow("follow 1 MiB", 1 << 20, 2000);
        follow("follow 500 B", 500, 200000);
    }

private:
    eventlog::Topic topic(std::size_t bytes) {
        return eventlog::Topic{prefix_ + "-" + std::to_string(bytes), 4, std::chrono::hours(1)};
    }

    void spawn_and_wait(std::size_t tasks, const std::function<base::Task<void>()>& make) {
        runtime::TaskGroup group(io_.context(), [](const std::string&, const std::string& what) { give_up(what); });
        for (std::size_t i = 0; i < tasks; ++i) group.spawn("bench", make);
        group.wait();
    }

    void append(const char* name, std::size_t bytes, std::size_t appenders, std::size_t records) {
        const eventlog::Topic to = topic(bytes);
        const base::SharedBytes value = noise(bytes);
        std::atomic<std::size_t> left{records};
        spawn_and_wait(1, [&]() -> base::Task<void> {
            auto ready = co_await log_.ensure_topic(to);
            if (!ready) give_up(ready.error().message());
        });
        measure(name, records, bytes, [&] {
            spawn_and_wait(appenders, [&]() -> base::Task<void> {
                for (;;) {
                    if (left.fetch_sub(1) - 1 >= records) break;
                    std::vector<eventlog::Record> batch;
                    batch.push_back(eventlog::Record{headers(), value});
                    auto done = co_await log_.append(to, eventlog::PartitionKey(), std::move(batch));
                    if (!done) give_up(done.error().message());
                }
            });
        });
    }

    void follow(const char* name, std::size_t bytes, std::size_t records) {
        class FromStart final : public eventlog::CheckpointReader {
            base::Result<eventlog::Offset> next_offset(const eventlog::GroupId&, const eventlog::Topic&,
                                                       eventlog::PartitionId) override {
                return eventlog::Offset(0);
            }
        };
        FromStart start;
        auto subscription = log_.follow(eventlog::GroupId(prefix_), topic(bytes), start);
        if (!subscription) give_up(subscription.error().message());
        measure(name, records, bytes, [&] {
            spawn_and_wait(1, [&]() -> base::Task<void> {
                for (std::size_t seen = 0; seen < records;) {
                    auto delivery = co_await (*subscription)->next();
                    if (!delivery) give_up(delivery.error().message());
                    if (const auto* batch = std::get_if<eventlog::RecordBatch>(&*delivery)) seen += batch->records.size();
                }
            });
        });
    }

    runtime::IoRuntime& io_;
    eventlog::EventLog& log_;
    std::string prefix_;
};

/// The ceiling: the same bytes written and synced by hand.
void ceiling(const std::filesystem::path& directory) {
    const auto path = directory / "ceiling";
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);
    if (file < 0) give_up("cannot write " + path.string());
    const base::SharedBytes value = noise(1 << 20);
    measure("ceiling: write 4 MiB, fdatasync", 2000, 1 << 20, [&] {
        for (int i = 0; i < 2000; ++i) {
            if (::write(file, value.view().data(), value.size()) < 0) give_up("write failed");
            if (i % 4 == 3) ::fdatasync(file);
        }
    });
    ::close(file);
    std::filesystem::remove(path);
}

}  // namespace

int main(int argc, char** argv) {
    const auto parent = argc > 1 ? std::filesystem::path(argv[1]) : std::filesystem::temp_directory_path();
    const auto directory = parent / ("eventlog-bench-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory);
    const base::SystemClock clock;
    infra::telemetry::Metrics metrics;
    runtime::IoRuntime io(2);
    ceiling(directory);
    {
        infra::embedded_log::EmbeddedLogConfig config;
        config.directory = directory;
        auto log = infra::embedded_log::EmbeddedEventLog::open(config, clock, metrics);
        if (!log) give_up(log.error().message());
        std::printf("embedded log\n");
        Bench(io, **log, "bench").run();
    }
    std::filesystem::remove_all(directory);
    if (const char* brokers = std::getenv("OPALITE_TEST_KAFKA")) {
        infra::kafka::KafkaLogConfig config;
        config.brokers = brokers;
        auto log = infra::kafka::KafkaEventLog::open(config, metrics);
        if (!log) give_up(log.error().message());
        std::printf("kafka\n");
        Bench(io, **log, "bench-" + std::to_string(::getpid())).run();
    }
    return 0;
}
