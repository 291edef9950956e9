#include "infra/embedded_log/embedded_event_log.hpp"

#include "tests/contract/eventlog/embedded_log_under_test.hpp"

namespace tests::contract {

std::unique_ptr<LogUnderTest> make_log_under_test(Restartable) { return std::make_unique<EmbeddedLogUnderTest>(); }

}  // namespace tests::contract
