#pragma once

#include <string>

#include "domain/admin/control_state.hpp"

/// Given–when–then over the whole control state.
namespace tests::admin {

namespace a = domain::admin;
namespace b = domain::base;

inline b::Timestamp at_second(std::int64_t second) { return b::from_nanoseconds(second * 1'000'000'000); }
inline constexpr std::int64_t kDay = 86'400;
/// The customer of a scenario, unless it says otherwise.
inline const b::TenantId kTenant("100");
inline std::string hash_of(char digit) { return std::string(64, digit); }

/// A state that commands have been made on; each `given` must be accepted.
class Scenario {
public:
    Scenario& given(a::Command command, std::int64_t second = 0, const std::string& tenant = "100");
    a::Outcome when(a::Command command, std::int64_t second = 0, const std::string& tenant = "100");

    a::ControlState state;
};

/// Why a command was refused; kInternal when it was not.
inline b::ErrorCode code_of(const a::Outcome& outcome) { return outcome.accepted ? b::ErrorCode::kInternal : outcome.code; }

/// Demands that a command was refused, with this code and message.
void check_refused(const a::Outcome& outcome, b::ErrorCode code, const std::string& message, bool id_taken = false);

// Commands with everything that does not matter filled in.
inline a::Command create_tenant() { return a::tenant::CreateTenant{"Acme", b::ObjectId(41000001), "Default"}; }
inline a::Command create_user(std::int64_t id, const std::string& email) {
    return a::user::CreateUser{b::UserId(id), email, "Label", false, "$argon2id$1"};
}
inline a::user::CreateApiToken api_token(const std::string& id, std::int64_t user, std::int64_t expires_second) {
    return {b::ApiTokenId(id), b::UserId(user), "login", "name", hash_of('a'), at_second(expires_second), true};
}
inline a::datastream::CreateDatastream datastream(std::int64_t id, std::int64_t dataset, const std::string& name) {
    return {b::DatastreamId(id), b::DatasetId(dataset), b::ObjectId(41000001), name, ""};
}
inline a::ingest_token::CreateIngestToken ingest_token(const std::string& id, std::vector<b::DatastreamId> datastreams) {
    return {b::IngestTokenId(id), "name", "", hash_of('b'), std::move(datastreams)};
}
/// Datasets with the versions that were seen.
using Seen = std::vector<std::pair<std::int64_t, std::int64_t>>;

inline std::vector<domain::catalog::DatasetVersion> versions(const Seen& seen) {
    std::vector<domain::catalog::DatasetVersion> list;
    for (const auto& [id, version] : seen) list.push_back({b::DatasetId(id), version});
    return list;
}
inline domain::catalog::Definition definition(const Seen& inputs) {
    domain::catalog::Definition made;
    made.stages.push_back({"main", {}, "filter true"});
    for (const auto& [id, version] : inputs) made.stages[0].inputs.push_back({"in" + std::to_string(id), b::DatasetId(id)});
    made.output_stage = "main";
    return made;
}
inline domain::catalog::Schema schema(const std::string& column) {
    domain::catalog::Schema made;
    made.kind = domain::catalog::DatasetKind::kTable;
    made.columns = {{column, domain::catalog::Type::kInt64}};
    return made;
}
inline a::dataset::CreateDataset derived(std::int64_t id, const std::string& name, const Seen& inputs) {
    return {b::DatasetId(id), b::ObjectId(41000001), name, "about", definition(inputs), schema("n"), versions(inputs)};
}
inline a::dataset::UpdateDataset rename_dataset(std::int64_t id, const std::string& name) {
    return {b::DatasetId(id), name, std::nullopt, std::nullopt};
}
/// A new definition; the schemas of its dependents become the one with the column `m`.
inline a::dataset::UpdateDataset redefine(std::int64_t id, std::int64_t version, const Seen& inputs, const Seen& dependents) {
    a::dataset::Redefinition redefinition{version, definition(inputs), schema("m"), versions(inputs), {}};
    for (const auto& dependent : versions(dependents)) redefinition.dependents.push_back({dependent, schema("m")});
    return {b::DatasetId(id), std::nullopt, std::nullopt, std::move(redefinition)};
}

}  // namespace tests::admin
