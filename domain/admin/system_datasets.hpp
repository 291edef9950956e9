#pragma once

#include <array>

#include "domain/base/ids.hpp"

/// The datasets that every tenant has from its beginning and that the service itself fills. They have the same ids in every
/// tenant and the columns of observations.
namespace domain::admin {

struct SystemDataset {
    base::DatasetId id;
    const char* name;
    const char* description;
    bool administrators_only;  ///< no grant gives it
};

/// What administrators did (audit.hpp).
inline const SystemDataset audit_dataset{base::DatasetId(40'000'001), "System/Audit", "What administrators did", true};
/// What was sent, minute by minute (domain/catalog/landing_store.hpp: UsageCount).
inline const SystemDataset usage_dataset{base::DatasetId(40'000'002), "System", "What the service says about itself", false};

/// What consumers could not store, with its bytes (consumers/landing/rejected_rows.hpp).
inline const SystemDataset rejected_dataset{base::DatasetId(40'000'003), "System/Rejected", "What was accepted and could not be stored", true};

inline const std::array<SystemDataset, 3>& system_datasets() {
    static const std::array<SystemDataset, 3> all{audit_dataset, usage_dataset, rejected_dataset};
    return all;
}

}  // namespace domain::admin
