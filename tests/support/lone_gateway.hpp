#pragma once

#include "domain/ingest/rate_exchange.hpp"

namespace tests {

/// Exchanges demands with nobody.
class LoneGateway final : public domain::ingest::RateExchange {
public:
    domain::base::Task<domain::base::Result<domain::ingest::OtherDemands>> exchange(std::vector<domain::ingest::Demand>) override {
        co_return domain::ingest::OtherDemands();
    }
};

}  // namespace tests
