#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "domain/admin/dataset/dataset.hpp"
#include "domain/admin/datastream/datastream.hpp"
#include "domain/admin/drop_filter/drop_filter.hpp"
#include "domain/admin/folder/folder.hpp"
#include "domain/admin/grant/grant.hpp"
#include "domain/admin/group/group.hpp"
#include "domain/admin/ingest_token/ingest_token.hpp"
#include "domain/admin/reference_table/reference_table.hpp"
#include "domain/admin/tenant/tenant.hpp"
#include "domain/admin/user/api_token.hpp"
#include "domain/admin/user/service_account.hpp"
#include "domain/admin/user/user.hpp"

namespace domain::admin {

/// Everything that an administrator can ask for. What is not determined by the state (ids, hashes) is inside: never a secret,
/// never a password.
using Command = std::variant<tenant::CreateTenant, user::CreateUser, user::SetPassword, user::CreateApiToken,
                             user::UpdateApiToken, user::DeleteApiToken, user::RenewApiToken,
                             datastream::CreateDatastream,
                             ingest_token::CreateIngestToken, ingest_token::DisableIngestToken, dataset::CreateDataset,
                             dataset::UpdateDataset, dataset::DeleteDataset,
                             datastream::UpdateDatastream, datastream::DeleteDatastream,
                             ingest_token::UpdateIngestToken, ingest_token::DeleteIngestToken,
                             reference_table::CreateReferenceTable, reference_table::UpdateReferenceTable,
                             reference_table::DeleteReferenceTable,
                             user::UpdateUser, user::CreateServiceAccount, user::UpdateServiceAccount, user::DeleteServiceAccount,
                             group::CreateGroup, group::UpdateGroup, group::DeleteGroup, group::AddMember, group::RemoveMember,
                             grant::CreateGrant, grant::DeleteGrant,
                             folder::CreateFolder, folder::UpdateFolder, folder::DeleteFolder, folder::PlaceObject,
                             tenant::SetTenantRate,
                             drop_filter::CreateDropFilter, drop_filter::UpdateDropFilter, drop_filter::DeleteDropFilter>;

/// A command with its circumstances, as it stands in the log.
struct CommandEnvelope {
    CommandEnvelope() = default;
    CommandEnvelope(base::CommandId command_id, base::TenantId of_tenant, std::string by, base::Timestamp at, Command what)
        : id(std::move(command_id)), tenant(std::move(of_tenant)), actor(std::move(by)), time(at), command(std::move(what)) {}

    base::CommandId id;      ///< a retry carries the same one
    base::TenantId tenant;   ///< also the key in the log: a tenant's commands are totally ordered
    std::string actor;       ///< who asks: `user:12`, `bootstrap`, `operator`
    base::Timestamp time{};  ///< when, by the gateway's clock; the only time that decisions know
    std::string address;     ///< of the client, may be empty
    std::string token;       ///< id of the API token that was used, may be empty
    /// The version that the thing must have which the command is about, otherwise kPreconditionFailed; none: any.
    std::optional<std::int64_t> expected_version;
    /// Of a command whose id is made from a client's Idempotency-Key: what was asked (a hash, nothing secret in it), so that
    /// another wish under the same key is found out; and chance that tells this attempt from a repetition. Both else empty.
    std::string fingerprint;
    std::string nonce;
    Command command;
};

/// The versioned name under which a command is stored: `admin.user.create.v1`.
std::string_view stored_name(const Command& command);

}  // namespace domain::admin
