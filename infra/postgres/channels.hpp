#pragma once

/// Names of the NOTIFY channels. Payloads are hints only: whoever misses one finds the same in the tables.
namespace infra::postgres {

/// Decided commands: `<command id>+` (accepted) or `<command id>-` (refused), separated by spaces.
inline constexpr const char* kOutcomesChannel = "opalite_outcomes";
/// Credentials that changed: `i<ingest token id>` or `a<tenant>/<API token id>`, separated by spaces; `*` means all.
inline constexpr const char* kCredentialsChannel = "opalite_credentials";
/// Segments were added to the catalog; no payload.
inline constexpr const char* kSegmentsChannel = "opalite_segments";

}  // namespace infra::postgres
