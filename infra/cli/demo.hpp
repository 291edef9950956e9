#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "domain/admin/command_bus.hpp"
#include "domain/base/time.hpp"
#include "infra/cli/greeting.hpp"

namespace infra::cli {

/// A demonstration workload: a small shop's services that log some twenty lines a second through the public interface, with
/// an ingest token of their own that lives as long as this object.
class Demo {
public:
    Demo(std::string url, FirstDatastream target, domain::admin::CommandBus& commands, const domain::base::Clock& clock);
    ~Demo();
    Demo(const Demo&) = delete;
    Demo& operator=(const Demo&) = delete;

private:
    void run();
    /// True when the pause passed, false when the demonstration ends.
    bool pause(std::chrono::milliseconds time);

    const std::string url_;
    const FirstDatastream target_;
    domain::admin::CommandBus& commands_;
    const domain::base::Clock& clock_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace infra::cli
