#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "domain/base/ids.hpp"
#include "domain/catalog/segment.hpp"

namespace infra::postgres {

/// The key of a layout's text in segment_layouts: its 128-bit hash as a uuid.
std::string layout_hash(const std::string& layout_json);

/// Parsed layouts by tenant and hash, so that thousands of segments share a few parsed texts. A layout never changes under
/// its hash, so nothing is ever out of date. Thread-safe.
class LayoutCache {
public:
    static constexpr std::size_t layouts_max = 10'000;

    /// Null when it is not known.
    std::shared_ptr<const domain::catalog::SegmentLayout> find(const domain::base::TenantId& tenant,
                                                               const std::string& hash) const;
    void insert(const domain::base::TenantId& tenant, const std::string& hash,
                std::shared_ptr<const domain::catalog::SegmentLayout> layout);

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, std::shared_ptr<const domain::catalog::SegmentLayout>> layouts_;
};

}  // namespace infra::postgres
