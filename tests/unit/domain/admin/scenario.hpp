#pragma once

#include <string>

#include "domain/admin/control_state.hpp"

/// Given–when–then over the whole control state.
namespace tests::admin {

namespace a = domain::admin;
namespace b = domain::base;

inline b::Timestamp at_second(std::int64_t second) { return b::from_nanoseconds(second * 1'000'000'000); }
inline constexpr std::int64_t kDay = 86'400;
inline std::string hash_of(char digit) { return std::string(64, digit); }

/// A state that commands have been made on; each `given` must be accepted.
class Scenario {
public:
    Scenario& given(a::Command command, std::int64_t second = 0, const std::string& tenant = "100");
    a::Outcome when(a::Command command, std::int64_t second = 0, const std::string& tenant = "100");

    a::ControlState state;
};

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

}  // namespace tests::admin
