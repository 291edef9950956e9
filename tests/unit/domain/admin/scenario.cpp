#include "tests/unit/domain/admin/scenario.hpp"

#include <catch2/catch.hpp>

namespace tests::admin {

Scenario& Scenario::given(a::Command command, std::int64_t second, const std::string& tenant) {
    const auto outcome = when(std::move(command), second, tenant);
    INFO(outcome.message);
    REQUIRE(outcome.accepted);
    return *this;
}

a::Outcome Scenario::when(a::Command command, std::int64_t second, const std::string& tenant) {
    return a::execute(state, a::CommandEnvelope(b::CommandId("c"), b::TenantId(tenant), "test", at_second(second),
                                                std::move(command)));
}

void check_refused(const a::Outcome& outcome, b::ErrorCode code, const std::string& message, bool id_taken) {
    CHECK_FALSE(outcome.accepted);
    CHECK(outcome.code == code);
    CHECK(outcome.message == message);
    CHECK(outcome.id_taken == id_taken);
}

}  // namespace tests::admin
