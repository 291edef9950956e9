#include "consumers/projections/admin_rebuild.hpp"

#include <tuple>
#include <utility>
#include <vector>

#include <boost/asio/experimental/awaitable_operators.hpp>

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

Task<Result<std::int64_t>> replay_all(domain::eventlog::EventLog& log, domain::eventlog::Topic topic,
                                      std::vector<domain::eventlog::PartitionRange> ranges, AdminProjector& projector) {
    std::int64_t count = 0;
    for (const auto& range : ranges) {
        const auto replayed = co_await replay(log, topic, range, projector);
        if (!replayed) co_return replayed.error();
        count += *replayed;
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
    // Two lanes: one decodes while the store works for the other. No tenant is in two partitions.
    std::vector<domain::eventlog::PartitionRange> lanes[2];
    for (std::size_t i = 0; i < ranges->size(); ++i) lanes[i % 2].push_back((*ranges)[i]);
    AdminProjector first_projector(store, contents, clock, metrics);
    AdminProjector second_projector(store, contents, clock, metrics);
    auto first = replay_all(log, topic, std::move(lanes[0]), first_projector);
    auto second = replay_all(log, topic, std::move(lanes[1]), second_projector);
    using namespace boost::asio::experimental::awaitable_operators;
    const auto counts = co_await (std::move(first) && std::move(second));
    if (!std::get<0>(counts)) co_return std::get<0>(counts).error();
    if (!std::get<1>(counts)) co_return std::get<1>(counts).error();
    const std::int64_t count = *std::get<0>(counts) + *std::get<1>(counts);
    const auto announced = co_await store.announce_rebuild();
    if (!announced) co_return announced.error();
    co_return count;
}

}  // namespace consumers::projections
