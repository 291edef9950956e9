// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/landing/audit_landing.hpp"

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "consumers/landing/own_landing.hpp"
#include "consumers/landing/system_rows.hpp"
#include "domain/eventlog/topics.hpp"

namespace consumers::landing {

namespace audit = domain::admin::audit;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::catalog::Segment;

namespace {

std::map<TenantId, SystemRows> rows_by_tenant(const audit::Page& page) {
    std::map<TenantId, SystemRows> tenants;
    for (const audit::Entry& entry : page.entries) {
        domain::ingest::BundleHeader header;
        header.tenant = entry.tenant;
        header.dataset = domain::admin::audit_dataset.id;
        header.kind = "audit";
        header.bundle = domain::base::BundleId(entry.command_id);
        header.received_at = entry.time;
        header.count = 1;
        tenants[entry.tenant].add(std::move(header), audit::to_json(entry));
    }
    return tenants;
}

domain::base::SegmentId name_of(const audit::Page& page) {
    return domain::base::SegmentId("audit-" + std::to_string(page.partition.value()) + '-' + std::to_string(page.from.value()) + '-' +
                                   std::to_string(page.to.value()));
}

}  // namespace

Result<std::vector<Segment>> AuditLanding::land(const audit::Page& page) {
    const auto tenants = rows_by_tenant(page);
    return land_all(lander_, requests_of(tenants, name_of(page)));
}

Task<Result<bool>> AuditLanding::step() {
    auto next = co_await trail_.next(entries_max);
    if (!next) co_return next.error();
    if (!*next) co_return false;
    const auto page = std::make_shared<const audit::Page>(std::move(**next));
    auto work = [this, page] { return land(*page); };
    auto landed = co_await pool_.run(std::move(work));
    if (!landed) co_return landed.error();
    LandingBatch batch;
    batch.group = audit::group();
    batch.topic = domain::eventlog::admin_topic().name;
    batch.checkpoints.emplace_back(page->partition, page->from, page->to);
    batch.segments = std::move(*landed);
    const auto committed = co_await commit_landed(store_, lander_, std::move(batch));
    if (!committed) co_return committed.error();
    co_return true;
}

Task<void> AuditLanding::run() {
    std::function<Task<Result<bool>>()> each = [this] { return step(); };
    return keep_stepping(std::move(each), idle_pause, "the audit trail waits");
}

}  // namespace consumers::landing
