#include "infra/postgres/layout_cache.hpp"

#include <array>
#include <cstdio>

#include <xxhash.h>

namespace infra::postgres {

std::string layout_hash(const std::string& layout_json) {
    const XXH128_hash_t hash = XXH3_128bits(layout_json.data(), layout_json.size());
    const unsigned long long high = hash.high64;
    const unsigned long long low = hash.low64;
    std::array<char, 40> text{};
    const int length = std::snprintf(text.data(), text.size(), "%08llx-%04llx-%04llx-%04llx-%012llx", high >> 32,
                                     (high >> 16) & 0xffff, high & 0xffff, low >> 48, low & 0xffffffffffffULL);
    return std::string(text.data(), static_cast<std::size_t>(length));
}

std::shared_ptr<const domain::catalog::SegmentLayout> LayoutCache::find(const domain::base::TenantId& tenant,
                                                                        const std::string& hash) const {
    const std::scoped_lock lock(mutex_);
    const auto found = layouts_.find(tenant.value() + '/' + hash);
    return found == layouts_.end() ? nullptr : found->second;
}

void LayoutCache::insert(const domain::base::TenantId& tenant, const std::string& hash,
                         std::shared_ptr<const domain::catalog::SegmentLayout> layout) {
    const std::scoped_lock lock(mutex_);
    if (layouts_.size() >= layouts_max) layouts_.clear();
    layouts_[tenant.value() + '/' + hash] = std::move(layout);
}

}  // namespace infra::postgres
