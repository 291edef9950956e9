#pragma once

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <catch2/catch.hpp>

#include "infra/embedded_log/embedded_event_log.hpp"
#include "tests/contract/eventlog/log_under_test.hpp"

namespace tests::contract {

/// A directory that is gone with its owner.
class TemporaryDirectory {
public:
    TemporaryDirectory() {
        std::string name = (std::filesystem::temp_directory_path() / "opalite-eventlog-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) FAIL("cannot make a temporary directory");
        path_ = name;
    }
    ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// The machine's clock, set forward by hand.
class ForwardClock final : public base::Clock {
public:
    base::Timestamp now() const override { return base::SystemClock().now() + std::chrono::hours(ahead_.load()); }
    void advance(std::chrono::hours time) { ahead_ += time.count(); }

private:
    std::atomic<std::int64_t> ahead_{0};
};

class EmbeddedLogUnderTest final : public LogUnderTest {
public:
    EmbeddedLogUnderTest() { log_ = open(infra::embedded_log::EmbeddedLogConfig()); }

    /// Small segments, so that every case crosses several; `config` may change more.
    std::unique_ptr<infra::embedded_log::EmbeddedEventLog> open(infra::embedded_log::EmbeddedLogConfig config) {
        config.directory = directory_.path();
        config.segment_bytes_max = 64 * 1024;
        config.retention_interval = std::chrono::milliseconds(10);
        config.unavailable_after = std::chrono::milliseconds(2000);
        auto log = infra::embedded_log::EmbeddedEventLog::open(config, clock_, metrics_);
        if (!log) FAIL("open: " << log.error().message());
        return std::move(*log);
    }

    eventlog::EventLog& log() override { return *log_; }
    std::unique_ptr<eventlog::EventLog> open_with_queue(std::size_t bytes_max) override {
        infra::embedded_log::EmbeddedLogConfig config;
        config.append_queue_bytes_max = bytes_max;
        return open(config);
    }
    void restart() override {
        log_.reset();
        log_ = open(infra::embedded_log::EmbeddedLogConfig());
    }
    void expire(const eventlog::Topic& topic) override {
        // One step closes the segment, the next one finds it expired.
        eventually("retention removes the records", [&] {
            clock_.advance(std::chrono::hours(1));
            const auto kept = ranges(*log_, topic);
            return std::all_of(kept.begin(), kept.end(), [](const auto& range) { return range.first == range.end; });
        });
    }
    std::vector<std::string> writer_arguments() const override { return {"embedded", directory_.path().string()}; }

    const std::filesystem::path& directory() const { return directory_.path(); }

private:
    TemporaryDirectory directory_;
    ForwardClock clock_;
    infra::telemetry::Metrics metrics_;
    std::unique_ptr<infra::embedded_log::EmbeddedEventLog> log_;
};

}  // namespace tests::contract
