#pragma once

#include <string>

#include "tests/contract/eventlog/embedded_log_under_test.hpp"

namespace tests::contract {

/// A broker of the test's own, through infra/setup/kafka/broker; stopped with its owner.
class KafkaBroker {
public:
    KafkaBroker();
    ~KafkaBroker();
    KafkaBroker(const KafkaBroker&) = delete;
    KafkaBroker& operator=(const KafkaBroker&) = delete;

    void start();
    void stop();
    const std::string& bootstrap() const { return bootstrap_; }

private:
    int run(const std::string& action) const;

    TemporaryDirectory directory_;
    std::string bootstrap_;
    bool running_ = false;
};

}  // namespace tests::contract
