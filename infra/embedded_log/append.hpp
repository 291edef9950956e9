#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "domain/eventlog/event_log.hpp"

namespace infra::embedded_log {

namespace base = domain::base;
namespace eventlog = domain::eventlog;

/// One call of append(): what it brings, and, once its group was committed, its outcome.
struct Append {
    Append(eventlog::PartitionKey partition_key, std::vector<eventlog::Record> brought, std::size_t size)
        : key(std::move(partition_key)), records(std::move(brought)), bytes(size) {}

    eventlog::PartitionKey key;
    std::vector<eventlog::Record> records;
    std::size_t bytes = 0;
    base::Result<std::vector<eventlog::Position>> outcome = std::vector<eventlog::Position>{};
};

}  // namespace infra::embedded_log
