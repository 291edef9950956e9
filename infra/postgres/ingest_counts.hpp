#pragma once

#include <vector>

#include <pqxx/pqxx>

#include "domain/catalog/landing_store.hpp"

/// The tables ingest_minutes, ingest_totals, usage_minutes and drop_filter_counts, inside the transaction that lands what is counted. Only for .cpp files of this
/// module.
namespace infra::postgres {

/// Adds what has landed; `arrivals` are ordered, so that two consumers wait for each other and do not deadlock.
void add_arrivals(pqxx::transaction_base& transaction, const std::vector<domain::catalog::Arrival>& arrivals);

/// Adds to the usage that no segment holds yet; `usage` is ordered, for the same reason.
void add_usage(pqxx::transaction_base& transaction, const std::vector<domain::catalog::UsageCount>& usage);

/// Removes usage that the transaction's segments tell. False when some of it has changed since it was read.
bool remove_told(pqxx::transaction_base& transaction, const std::vector<domain::catalog::UsageCount>& told);

/// Adds what drop filters did; ordered likewise.
void add_drops(pqxx::transaction_base& transaction, const std::vector<domain::catalog::DropCount>& drops);

/// Removes minutes that are older than two hours.
void forget_old_minutes(pqxx::transaction_base& transaction);

/// Removes everything, before landing makes it anew.
void clear_counts(pqxx::transaction_base& transaction);

}  // namespace infra::postgres
