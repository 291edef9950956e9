#pragma once

#include <string>

#include "domain/admin/command.hpp"

/// Commands for tests, with everything that does not matter filled in.
namespace tests::postgres {

inline domain::base::Timestamp at_second(std::int64_t second) {
    return domain::base::from_nanoseconds((1'700'000'000 + second) * 1'000'000'000 + 89);
}

inline std::string hash_of(char digit) { return std::string(64, digit); }

inline domain::admin::CommandEnvelope command(const std::string& id, const std::string& tenant, domain::admin::Command what,
                                              std::int64_t second = 0) {
    return domain::admin::CommandEnvelope(domain::base::CommandId(id), domain::base::TenantId(tenant), "test",
                                          at_second(second), std::move(what));
}

inline domain::admin::Command create_tenant() {
    return domain::admin::tenant::CreateTenant{"A customer", domain::base::ObjectId(41000001), "Default"};
}
inline domain::admin::Command create_user(std::int64_t user, const std::string& email) {
    return domain::admin::user::CreateUser{domain::base::UserId(user), email, "Someone", true, "$argon2id$x"};
}
inline domain::admin::Command create_datastream(std::int64_t id, const std::string& name) {
    return domain::admin::datastream::CreateDatastream{domain::base::DatastreamId(id), domain::base::DatasetId(id + 1),
                                                       domain::base::ObjectId(41000001), name, "about"};
}
inline domain::admin::Command create_ingest_token(const std::string& id, std::vector<std::int64_t> datastreams,
                                                  char digit = 'a') {
    domain::admin::ingest_token::CreateIngestToken made{domain::base::IngestTokenId(id), "token", "", hash_of(digit), {}};
    for (const auto datastream : datastreams) made.datastreams.emplace_back(datastream);
    return made;
}
inline domain::admin::Command disable_ingest_token(const std::string& id) {
    return domain::admin::ingest_token::DisableIngestToken{domain::base::IngestTokenId(id)};
}
inline domain::admin::Command create_api_token(const std::string& id, std::int64_t user, char digit,
                                               std::int64_t life_seconds = 30 * 86400) {
    return domain::admin::user::CreateApiToken{domain::base::ApiTokenId(id), domain::base::UserId(user), "login", "login",
                                               hash_of(digit), at_second(life_seconds), true};
}

/// A table with one column of integers.
inline domain::catalog::Schema one_column(const std::string& name) {
    domain::catalog::Schema schema;
    schema.kind = domain::catalog::DatasetKind::kTable;
    schema.columns = {{name, domain::catalog::Type::kInt64}};
    return schema;
}
inline domain::catalog::Definition reading(std::int64_t input, const std::string& pipeline) {
    domain::catalog::Definition definition;
    definition.stages.push_back({"main", {{"_", domain::base::DatasetId(input)}}, pipeline});
    definition.output_stage = "main";
    return definition;
}
/// A derived dataset over one other that was seen in some version.
inline domain::admin::Command create_dataset(std::int64_t id, const std::string& name, std::int64_t input,
                                             std::int64_t version = 1) {
    return domain::admin::dataset::CreateDataset{domain::base::DatasetId(id), domain::base::ObjectId(41000001), name, "about",
                                                 reading(input, "filter true // \xC3\xA9"), one_column("n"),
                                                 {{domain::base::DatasetId(input), version}}};
}
inline domain::admin::Command rename_dataset(std::int64_t id, const std::string& name) {
    return domain::admin::dataset::UpdateDataset{domain::base::DatasetId(id), name, std::nullopt, std::nullopt};
}
/// Another pipeline over the same input, with one dependent that gets another schema.
inline domain::admin::Command redefine_dataset(std::int64_t id, std::int64_t version, std::int64_t input,
                                               std::int64_t dependent, std::int64_t dependent_version) {
    domain::admin::dataset::Redefinition redefinition{version, reading(input, "limit 1"), one_column("m"),
                                                      {{domain::base::DatasetId(input), 1}}, {}};
    redefinition.dependents.push_back({{domain::base::DatasetId(dependent), dependent_version}, one_column("m")});
    return domain::admin::dataset::UpdateDataset{domain::base::DatasetId(id), std::nullopt, "changed", redefinition};
}
inline domain::admin::Command delete_dataset(std::int64_t id) {
    return domain::admin::dataset::DeleteDataset{domain::base::DatasetId(id)};
}

}  // namespace tests::postgres
