#pragma once

#include "consumers/projections/table_contents.hpp"

// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace tests {

/// For projectors that are given no reference tables.
class NoTables final : public consumers::projections::TableContents {
public:
    domain::base::Task<domain::base::Result<std::optional<domain::catalog::Segment>>> land(
        domain::admin::CommandEnvelope, domain::eventlog::PartitionId) override {
        co_return std::optional<domain::catalog::Segment>();
    }
    domain::base::Task<void> discard_unused(std::vector<domain::catalog::Segment>) override { co_return; }
};

}  // namespace tests

#pragma GCC diagnostic pop
