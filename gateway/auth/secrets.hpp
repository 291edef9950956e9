#pragma once

#include <string>
#include <string_view>

#include "domain/base/ids.hpp"
#include "domain/base/secret.hpp"

/// Chance, from libsodium's generator. Everything here goes into commands, never the other way round. Thread-safe.
namespace gateway::auth {

/// 32 characters of [A-Za-z0-9]: about 190 bits.
domain::base::Secret random_secret();
/// 20 characters of [A-Za-z0-9]: id of an API token.
domain::base::ApiTokenId random_api_token_id();
/// `ds1` and 17 characters of [A-Za-z0-9].
domain::base::IngestTokenId random_ingest_token_id();
/// 12 decimal digits that begin with 41: unlikely to be taken in its tenant; a decision says when it is.
domain::base::ObjectId random_object_id();
/// 12 digits, the first not 0.
domain::base::TenantId random_tenant_id();
/// 128 random bits as 32 hexadecimal digits.
domain::base::CommandId random_command_id();

/// The form in which a secret is stored and compared: SHA-256 as 64 lower-case hexadecimal digits. Secrets have enough
/// chance in them that a slow hash would add nothing.
std::string sha256_hex(std::string_view text);

}  // namespace gateway::auth
