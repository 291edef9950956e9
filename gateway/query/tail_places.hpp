#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "domain/base/ids.hpp"
#include "domain/base/result.hpp"

namespace gateway::query {

/// How many tails run at once, of each tenant and of this gateway. Thread-safe.
class TailPlaces {
public:
    static constexpr std::size_t tenant_max = 16;
    static constexpr std::size_t gateway_max = 64;

    /// One tail's place, given back by the destructor.
    class Place {
    public:
        Place(TailPlaces& places, domain::base::TenantId tenant) : places_(&places), tenant_(std::move(tenant)) {}
        Place(Place&& other) noexcept : places_(std::exchange(other.places_, nullptr)), tenant_(std::move(other.tenant_)) {}
        Place& operator=(Place&&) = delete;
        ~Place() {
            if (places_ != nullptr) places_->leave(tenant_);
        }

    private:
        TailPlaces* places_;
        domain::base::TenantId tenant_;
    };

    /// Fails with kResourceExhausted when the tenant or the gateway has as many as it may.
    domain::base::Result<Place> take(const domain::base::TenantId& tenant);

private:
    void leave(const domain::base::TenantId& tenant);

    std::mutex mutex_;
    std::map<domain::base::TenantId, std::size_t> of_tenant_;
    std::size_t all_ = 0;
};

}  // namespace gateway::query
