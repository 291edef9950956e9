#pragma once

#include <map>
#include <string>
#include <vector>

#include "consumers/landing/parquet_lander.hpp"
#include "domain/admin/system_datasets.hpp"
#include "domain/ingest/bundle.hpp"

namespace consumers::landing {

/// Rows of one dataset of the service itself, for one tenant, with what a LandingRequest borrows.
struct SystemRows {
    std::vector<domain::ingest::BundleHeader> headers;
    std::vector<std::string> payloads;

    /// A row with these FIELDS (a JSON object) and EXTRA.schema.
    void add(const domain::base::TenantId& tenant, const domain::admin::SystemDataset& dataset, const std::string& schema,
             domain::base::BundleId bundle, std::int64_t index, domain::base::Timestamp time, std::string fields) {
        domain::ingest::BundleHeader header;
        header.tenant = tenant;
        header.dataset = dataset.id;
        header.kind = "system";
        header.bundle = std::move(bundle);
        header.first_index = index;
        header.received_at = time;
        header.count = 1;
        header.extra = "{\"schema\":\"" + schema + "\"}";
        headers.push_back(std::move(header));
        payloads.push_back(std::move(fields));
    }

    /// Borrows the rows, of which there is at least one.
    LandingRequest request(domain::base::SegmentId id) const {
        LandingRequest request;
        request.id = std::move(id);
        request.tenant = headers.front().tenant;
        request.dataset = headers.front().dataset;
        for (std::size_t i = 0; i < headers.size(); ++i) request.records.push_back({&headers[i], payloads[i]});
        return request;
    }
};

}  // namespace consumers::landing
