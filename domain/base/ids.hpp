#pragma once

#include <cstdint>
#include <string>

#include "domain/base/strong_id.hpp"

namespace domain::base {

/// A customer: a string of digits, never a number (clients use 3 to 12 digits).
using TenantId = StrongId<struct TenantTag, std::string>;
/// A user or service account of a tenant; a small decimal number.
using UserId = StrongId<struct UserTag, std::int64_t>;
/// A dataset, datastream, folder or workspace: decimal int64, rendered as a string in JSON, unique in the deployment.
using ObjectId = StrongId<struct ObjectTag, std::int64_t>;
using DatastreamId = StrongId<struct DatastreamTag, std::int64_t>;
using DatasetId = StrongId<struct DatasetTag, std::int64_t>;
/// The id of an API token: never its secret.
using ApiTokenId = StrongId<struct ApiTokenTag, std::string>;
/// The public part of an ingest credential (`ds1…`): what observations carry as DATASTREAM_TOKEN_ID.
using IngestTokenId = StrongId<struct IngestTokenTag, std::string>;
/// One accepted request: observations carry it as BUNDLE_ID.
using BundleId = StrongId<struct BundleTag, std::string>;
/// One Parquet file of a dataset.
using SegmentId = StrongId<struct SegmentTag, std::string>;
/// One administration command; a retry carries the same id and gets the same outcome.
using CommandId = StrongId<struct CommandTag, std::string>;

}  // namespace domain::base
