#pragma once

/// Names of the NOTIFY channels. Payloads are lists separated by spaces, and hints only: whoever misses one finds the same in
/// the tables.
namespace infra::postgres {

/// Decided commands: `+<command id>` was accepted; `-<command id>` was refused or decided before, look into the table.
inline constexpr const char* kOutcomesChannel = "opalite_outcomes";
/// What changed about credentials: `i<ingest token id>`, `a<tenant>/<API token id>`, `u<tenant>/<user id>`, `t<tenant>` (its
/// datastreams), `g<tenant>` (its groups and grants); `*` means everything.
inline constexpr const char* kCredentialsChannel = "opalite_credentials";
/// A delegated login was accepted or denied; the payload is its id.
inline constexpr const char* kDelegatedLoginsChannel = "opalite_delegated_logins";
/// Questions whether all listeners have heard what was committed before, and their answers (change_barrier.hpp).
inline constexpr const char* kBarrierChannel = "opalite_barrier";
/// Segments were added to the catalog; no payload.
inline constexpr const char* kSegmentsChannel = "opalite_segments";

}  // namespace infra::postgres
