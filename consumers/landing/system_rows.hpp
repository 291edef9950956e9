#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "consumers/landing/parquet_lander.hpp"
#include "domain/admin/system_datasets.hpp"
#include "domain/ingest/bundle.hpp"

namespace consumers::landing {

/// The header of one row of the dataset System or System/Rejected, with its EXTRA.schema.
inline domain::ingest::BundleHeader system_header(const domain::base::TenantId& tenant, const domain::admin::SystemDataset& dataset,
                                                  const std::string& schema, domain::base::BundleId bundle, std::int64_t index,
                                                  domain::base::Timestamp time) {
    domain::ingest::BundleHeader header;
    header.tenant = tenant;
    header.dataset = dataset.id;
    header.kind = "system";
    header.bundle = std::move(bundle);
    header.first_index = index;
    header.received_at = time;
    header.count = 1;
    header.extra = "{\"schema\":\"" + schema + "\"}";
    return header;
}

/// Rows of one dataset of the service itself, for one tenant, with what a LandingRequest borrows.
struct SystemRows {
    std::vector<domain::ingest::BundleHeader> headers;
    std::vector<std::string> payloads;

    /// A row with these FIELDS (a JSON object).
    void add(domain::ingest::BundleHeader header, std::string fields) {
        headers.push_back(std::move(header));
        payloads.push_back(std::move(fields));
    }
};

/// The rows of each tenant as one segment of that name. Borrows them; each has one row at least.
inline std::vector<LandingRequest> requests_of(const std::map<domain::base::TenantId, SystemRows>& tenants,
                                               const domain::base::SegmentId& id) {
    std::vector<LandingRequest> requests;
    for (const auto& [tenant, rows] : tenants) {
        LandingRequest& request = requests.emplace_back();
        request.id = id;
        request.tenant = tenant;
        request.dataset = rows.headers.front().dataset;
        for (std::size_t i = 0; i < rows.headers.size(); ++i) request.records.push_back({&rows.headers[i], rows.payloads[i]});
    }
    return requests;
}

}  // namespace consumers::landing
