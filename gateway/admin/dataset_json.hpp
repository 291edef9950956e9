#pragma once

#include <nlohmann/json.hpp>

#include "domain/admin/control_reader.hpp"

namespace gateway::admin {

/// A dataset as GET /v1/datasets/{id} shows it (spec: admin §2, Datasets): ids are strings, types `{"tag":"INT64"}`, times
/// RFC 3339. `query` is the saved definition of a derived dataset, in the form in which it was sent; absent without
/// `with_query` and for a dataset with data of its own.
nlohmann::ordered_json dataset_json(const domain::admin::DatasetView& view, bool with_query);

/// The record as the older GET /v1/dataset shows it (spec: api §15).
nlohmann::ordered_json legacy_dataset_json(const domain::admin::DatasetView& view);

}  // namespace gateway::admin
