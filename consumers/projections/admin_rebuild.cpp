#include "consumers/projections/admin_rebuild.hpp"

#include <utility>

#include "consumers/projections/admin_projector.hpp"
#include "domain/base/limits.hpp"
#include "domain/eventlog/topics.hpp"

namespace consumers::projections {

using domain::base::Result;
using domain::base::Task;
using domain::eventlog::Offset;

namespace {

constexpr std::size_t kReadBytes = 4 * domain::base::limits::kMiB;

Task<Result<std::int64_t>> replay(domain::eventlog::EventLog& log, const domain::eventlog::Topic& topic,
                                  domain::eventlog::PartitionRange range, AdminProjector& projector) {
    std::int64_t count = 0;
    Offset next = range.first;
    while (next < range.end) {
        auto records = co_await log.read(topic, range.partition, next, kReadBytes);
        if (!records) co_return records.error();
        if (records->empty()) break;
        next = Offset(records->back().position.offset.value() + 1);
        count += static_cast<std::int64_t>(records->size());
        domain::eventlog::RecordBatch batch;
        batch.partition = range.partition;
        batch.records = std::move(*records);
        domain::eventlog::Delivery delivery(std::move(batch));
        const auto handled = co_await projector.handle(std::move(delivery));
        if (!handled) co_return handled.error();
    }
    co_return count;
}

}  // namespace

Task<Result<std::int64_t>> rebuild_admin(domain::eventlog::EventLog& log, domain::admin::ControlStore& store,
                                         TableContents& contents, const domain::base::Clock& clock,
                                         infra::telemetry::Metrics& metrics) {
    const auto topic = domain::eventlog::admin_topic();
    const auto ranges = co_await log.ranges(topic);
    if (!ranges) co_return ranges.error();
    const auto cleared = co_await store.clear(admin_group(), topic.name);
    if (!cleared) co_return cleared.error();
    AdminProjector projector(store, contents, clock, metrics);
    std::int64_t count = 0;
    for (const auto& range : *ranges) {
        const auto replayed = co_await replay(log, topic, range, projector);
        if (!replayed) co_return replayed.error();
        count += *replayed;
    }
    const auto announced = co_await store.announce_rebuild();
    if (!announced) co_return announced.error();
    co_return count;
}

}  // namespace consumers::projections
