#pragma once

#include <string>
#include <utility>
#include <vector>

#include "domain/ingest/rate_exchange.hpp"
#include "infra/postgres/connection_pool.hpp"

namespace infra::postgres {

/// The demands of gateways in the table gateway_demands. What a gateway said counts for five seconds. Thread-safe; the pool must
/// outlive it.
class PostgresRateExchange final : public domain::ingest::RateExchange {
public:
    /// `gateway` is its name among all that run.
    PostgresRateExchange(ConnectionPool& pool, std::string gateway) : pool_(pool), gateway_(std::move(gateway)) {}

    domain::base::Task<domain::base::Result<domain::ingest::OtherDemands>> exchange(
        std::vector<domain::ingest::Demand> own) override;

private:
    ConnectionPool& pool_;
    const std::string gateway_;
};

}  // namespace infra::postgres
