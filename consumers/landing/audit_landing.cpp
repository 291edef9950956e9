// g++ 12 does not see that Asio's operator new and delete of a coroutine frame are a pair once one of them is inlined;
// it says so of a header, hence before the includes.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

#include "consumers/landing/audit_landing.hpp"

#include <map>
#include <string>
#include <utility>

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "domain/admin/system_datasets.hpp"
#include "domain/eventlog/topics.hpp"
#include "infra/telemetry/log.hpp"

namespace consumers::landing {

namespace audit = domain::admin::audit;
using domain::base::Result;
using domain::base::Task;
using domain::base::TenantId;
using domain::catalog::Segment;

namespace {

const infra::telemetry::Logger kLog("consumers/landing");

/// The observations of one tenant, with what their headers borrow.
struct TenantRows {
    std::vector<domain::ingest::BundleHeader> headers;
    std::vector<std::string> payloads;
};

std::map<TenantId, TenantRows> rows_by_tenant(const audit::Page& page) {
    std::map<TenantId, TenantRows> tenants;
    for (const audit::Entry& entry : page.entries) {
        domain::ingest::BundleHeader header;
        header.tenant = entry.tenant;
        header.dataset = domain::admin::audit_dataset.id;
        header.kind = "audit";
        header.bundle = domain::base::BundleId(entry.command_id);
        header.received_at = entry.time;
        header.count = 1;
        TenantRows& rows = tenants[entry.tenant];
        rows.headers.push_back(std::move(header));
        rows.payloads.push_back(audit::to_json(entry));
    }
    return tenants;
}

LandingRequest request_of(const audit::Page& page, const TenantId& tenant, const TenantRows& rows) {
    LandingRequest request;
    request.id = domain::base::SegmentId("audit-" + std::to_string(page.partition.value()) + '-' +
                                         std::to_string(page.from.value()) + '-' + std::to_string(page.to.value()));
    request.tenant = tenant;
    request.dataset = domain::admin::audit_dataset.id;
    for (std::size_t i = 0; i < rows.headers.size(); ++i) request.records.push_back({&rows.headers[i], rows.payloads[i]});
    return request;
}

}  // namespace

Result<std::vector<Segment>> AuditLanding::land(const audit::Page& page) {
    std::vector<Segment> segments;
    for (const auto& [tenant, rows] : rows_by_tenant(page)) {
        auto landed = lander_.land(request_of(page, tenant, rows));
        if (!landed) {
            for (const Segment& segment : segments) lander_.discard(segment);
            return landed.error();
        }
        if (landed->segment.rows > 0) segments.push_back(std::move(landed->segment));
    }
    return segments;
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
    batch.segments = *landed;
    const auto committed = co_await store_.commit(std::move(batch));
    if (committed) co_return true;
    // When the outcome is unknown a file may be in the catalog; if it is not, it is an orphan.
    if (committed.error().code() == domain::base::ErrorCode::kConflict) {
        for (const Segment& segment : *landed) lander_.discard(segment);
    }
    co_return committed.error();
}

Task<void> AuditLanding::run() {
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
    for (;;) {
        const auto stepped = co_await step();
        if (stepped && *stepped) continue;
        // A conflict is another consumer that was faster.
        if (!stepped && stepped.error().code() != domain::base::ErrorCode::kConflict) {
            kLog.warn("the audit trail waits", {{"reason", stepped.error().message()}});
        }
        timer.expires_after(idle_pause);
        co_await timer.async_wait(boost::asio::use_awaitable);
    }
}

}  // namespace consumers::landing
