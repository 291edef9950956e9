#pragma once

#include "consumers/projections/table_contents.hpp"

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
