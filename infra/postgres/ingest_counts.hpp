#pragma once

#include <vector>

#include <pqxx/pqxx>

#include "domain/catalog/landing_store.hpp"

/// The tables ingest_minutes and ingest_totals, inside the transaction that lands what is counted. Only for .cpp files of this
/// module.
namespace infra::postgres {

/// Adds what has landed; `arrivals` are ordered, so that two consumers wait for each other and do not deadlock.
void add_arrivals(pqxx::transaction_base& transaction, const std::vector<domain::catalog::Arrival>& arrivals);

/// Removes minutes that are older than two hours.
void forget_old_minutes(pqxx::transaction_base& transaction);

/// Removes everything, before landing makes it anew.
void clear_counts(pqxx::transaction_base& transaction);

}  // namespace infra::postgres
